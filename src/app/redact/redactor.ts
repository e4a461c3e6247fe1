import type { TraceHeader, TraceRecord } from '../../protocol/trace/trace-record.ts'
import { plainText, type Finding } from './matching/finding.ts'
import { PrivateData } from './private-data.ts'
import { RecordStream } from './record-stream.ts'
import type { RedactConfig } from './redact-config.ts'
import { RecordRedactor } from './redact-record.ts'

/**
 * Removes private data from records and texts, on request (`--redact`): secrets, people, machines and folders that its finders
 * recognise. The program's own credentials are removed by `app/conceal`, always. Equal things have equal replacements, numbered in order of appearance.
 * Redaction is idempotent. What is learned applies to everything that follows.
 */
export interface Redactor {
  header(header: TraceHeader): TraceHeader
  /** A single record. Only `stream` sees messages whole that are split over records. */
  record(record: TraceRecord): TraceRecord
  text(text: string): string
  /**
   * For all records of a run. To know names from the start that only a later record reveals, pass the records through
   * another stream of the same redactor first.
   */
  stream(): RecordStream
  /** The private data left in a text; `isCut`: the text consists of screen rows, which may cut words. */
  leaks(text: string, isCut?: boolean): readonly Leak[]
  /** Masks these texts from now on wherever they are. Returns false if all of them were known. */
  hide(texts: Iterable<string>): boolean
}

export function createRedactor(config: RedactConfig): Redactor {
  const privateData = new PrivateData(config)
  // Each run has its own memory of ids, since an id's replacement depends on what was known when it was first read.
  const records = (): RecordRedactor => new RecordRedactor(privateData, config.classes.has('keys'))
  const single = records()
  return {
    header: (header) => single.header(header),
    record: (record) => single.record(record),
    text: (text) => privateData.redact(text, plainText),
    stream: () => new RecordStream(privateData, records()),
    leaks: (text, isCut) => leaksIn(text, privateData, isCut),
    hide(texts) {
      const before = privateData.known.secrets.size
      for (const text of texts) privateData.known.secrets.hide(text)
      return privateData.known.secrets.size > before
    },
  }
}

/** Something private that is left in an output. */
export interface Leak {
  /** Its kind: “e-mail address”. */
  readonly what: string
  /** Both count from 1; the column in UTF-16 units. */
  readonly line: number
  readonly column: number
  /** What was found. Private. */
  readonly text: string
  /** The surrounding line, itself redacted. */
  readonly excerpt: string
}

/** Leaks reported; more would add nothing. */
const leaksReported = 100
const charactersBefore = 30
const charactersAfter = 20

/**
 * Finds what is left in a text, from the start; at most 100. `isCut`: a screen, or made of screens, whose rows cut
 * off words and sentences: what depends on these was checked in the whole texts.
 */
function leaksIn(text: string, privateData: PrivateData, isCut = false): readonly Leak[] {
  const isCutUser = (all: string, start: number, end: number): boolean =>
    cutUserEnd.test(all.slice(end, end + 300)) &&
    cutUserStart.test(all.slice(start - 3, end)) &&
    !privateData.known.hostNames.has(all.slice(start, end))
  const findings = privateData
    .find(text, plainText)
    .filter(
      ({ start, end, isVague }) =>
        !(isCut && isVague === true) && !isCutAlias(text.slice(start, end)) && !isCutUser(text, start, end),
    )
  return findings.slice(0, leaksReported).map(({ what, start, end }, index) => {
    const before = text.slice(0, start).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    const excerpt = excerptOf(text, findings, index)
    return { what, line: before.length, column, text: text.slice(start, end), excerpt }
  })
}

// Rows of a screen end anywhere, even inside an alias: `/home/us`, `person1@example.co`, `8.51.100.7`.
const cutAlias =
  /^(?:u|us|use|users?\d{0,6}|h|ho|hos|hosts?\d{0,6}|host\d{1,6}\.[exampl]{1,7}|person\d{1,6}@example\.co|x{1,64}@host\d{1,6}\.[exampl]{1,7}|x?a?m?p?l?e\.com)$/i
const cutAddress =
  /^(?:1|19|192|192\.0|192\.0\.2|198|198\.51|198\.51\.1|198\.51\.10|198\.51\.100|2|20|203|203\.0|203\.0\.11?|203\.0\.113)$|^(?:(?:19|9)?2\.0\.2|(?:19|9)?8\.51\.100|(?:20|0)?3\.0\.113)\.\d{1,3}$/
// The user in a URL whose host is cut off: `postgres://adm…`, `postgres://admin:xxx`.
const cutUserStart = /^:\/\/[\w-]+$/
const cutUserEnd = /^(?::x{0,256}@?)?(?:[…\n]|$)/

function isCutAlias(found: string): boolean {
  return cutAlias.test(found) || cutAddress.test(found)
}

/** The text around a finding, with the replacements of all findings in it. */
function excerptOf(text: string, findings: readonly Finding[], index: number): string {
  const finding = findings[index]
  if (finding === undefined) return ''
  const previous = findings[index - 1]?.end ?? 0
  const next = findings[index + 1]?.start ?? text.length
  // Only up to neighbouring findings: a cut one would not be found any more.
  const from = Math.max(previous, finding.start - charactersBefore)
  const to = Math.min(next, finding.end + charactersAfter)
  const before = text.slice(from, finding.start)
  const after = text.slice(finding.end, to)
  return `${before.slice(before.lastIndexOf('\n') + 1)}‹${finding.what}›${after.split('\n', 1)[0] ?? ''}`.toWellFormed()
}
