import { isObject, stringAt, type JsonObject } from '../../wire/message.ts'

/** What became of the statements of a call that has ended. */
export interface SqlResult {
  /** How many were carried out, from the first one; Infinity: all; null: none of a single one, else it is not told. */
  readonly ran: number | null
  /** The rows that a statement changed, by its index, where it is told. */
  readonly changed: ReadonlyMap<number, number>
}

const one = /^(\d{1,9}) row\(s\) (?:inserted|updated|deleted)\b/
const several = /^(?:Executed \d+ statement|SQL Error after statement (\d{1,9})\b)/
const oneOfSeveral = /^(\d{1,9})\. \w+\n {3}(\d{1,9}) row\(s\) (?:inserted|updated|deleted)\b/gm

/**
 * Reads what GitHub Copilot's tool answers: `3 row(s) inserted.`, or a numbered list for several statements, of which those
 * before a failed one were carried out. null: the output of another tool.
 */
export function readSqlResult({ rawOutput }: JsonObject): SqlResult | null {
  if (!isObject(rawOutput)) return null
  const text = stringAt(rawOutput, 'content') ?? stringAt(rawOutput, 'message') ?? ''
  const rows = one.exec(text)?.[1]
  if (rows !== undefined) return { ran: Infinity, changed: new Map([[0, Number(rows)]]) }
  const list = several.exec(text)
  if (list === null) return null
  const told = [...text.matchAll(oneOfSeveral)]
  const failed = list[1]
  return {
    ran: failed === undefined ? Infinity : Math.max(0, Number(failed) - 1),
    changed: new Map(told.map(([, place, changed]) => [Number(place) - 1, Number(changed)])),
  }
}

/** The result of a call of which only the status is known; null: it has not ended. */
export function plainResult(status: string | undefined): SqlResult | null {
  if (status === 'completed') return { ran: Infinity, changed: new Map() }
  return status === 'failed' ? { ran: null, changed: new Map() } : null
}
