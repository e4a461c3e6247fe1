export interface MediaType {
  /** `type/subtype`, in lower case. */
  readonly essence: string
  readonly charset?: string
}

/** Reads `text/markdown;charset=utf-8`. Undefined where there is no `type/subtype` in front. */
export function parseMediaType(text: string): MediaType | undefined {
  const [type = '', ...parameters] = text.split(';')
  const essence = type.trim().toLowerCase()
  if (!/^[^\s/]+\/[^\s/]+$/.test(essence)) return undefined
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1]
    if (charset !== undefined) return { essence, charset: charset.toLowerCase() }
  }
  return { essence }
}
