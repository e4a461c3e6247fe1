/** What an agent shows with a question, in its order. Texts are raw. May be long. */
export type RequestDetail = readonly DetailPart[]

export type DetailPart = DetailWords | DetailCode

/** Words of the agent, in markdown. */
interface DetailWords {
  readonly type: 'words'
  readonly text: string
}

/** What has to be shown as it is: a command, changes of a file, data, an address. */
export interface DetailCode {
  readonly type: 'code'
  /** `console`: a command after its `$`; `diff`: lines with `+` and `-`; null: unknown. */
  readonly language: 'console' | 'diff' | 'json' | null
  readonly text: string
  /** The file that a diff is about. */
  readonly file?: string
  /** The folder that a command runs in. */
  readonly folder?: string
}

/** A detail as one plain text, for outputs without a markdown renderer. */
export function detailText(detail: RequestDetail): string {
  return detail.map(partText).join('\n\n')
}

/** A part of a detail as plain text. */
export function partText(part: DetailPart): string {
  if (part.type === 'words') return part.text
  const { text, file, folder } = part
  const lines = [file, text, folder === undefined ? undefined : `(in ${folder})`]
  return lines.filter((line) => line !== undefined && line !== '').join('\n')
}
