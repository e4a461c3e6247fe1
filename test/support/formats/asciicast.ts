// Reads recordings of terminals (asciicast 2 and 3), and rejects what players may not understand.

/** One event of a cast; `atMicros` since its beginning, whatever the version writes. */
export interface CastEvent {
  readonly atMicros: number
  readonly code: string
  readonly data: string
}

export interface Cast {
  readonly version: 2 | 3
  readonly columns: number
  readonly rows: number
  readonly header: Readonly<Record<string, unknown>>
  readonly events: readonly CastEvent[]
}

/**
 * Reads an asciicast as strictly as its rules are written: anything that a player need not understand throws.
 * https://docs.asciinema.org/manual/asciicast/v2/ https://docs.asciinema.org/manual/asciicast/v3/
 */
export function readCast(text: string): Cast {
  if (text.startsWith('\ufeff')) throw new Error('a byte order mark')
  if (!text.endsWith('\n') || text.includes('\r')) throw new Error('lines end with \\n, and the last one too')
  if (!text.isWellFormed()) throw new Error('not UTF-8')
  const [first = '', ...lines] = text.slice(0, -1).split('\n')
  const header: unknown = JSON.parse(first)
  if (!isRecord(header)) throw new Error('the header is no object')
  const version = header['version']
  if (version !== 2 && version !== 3) throw new Error(`version ${JSON.stringify(version)}`)
  const size = version === 2 ? secondHeader(header) : thirdHeader(header)
  let lastMicros = 0
  const events = lines.map((line): CastEvent => {
    const { micros, code, data } = readEvent(line)
    const atMicros = version === 3 ? lastMicros + micros : micros
    if (atMicros < lastMicros) throw new Error(`time goes back: ${line.slice(0, 40)}`)
    lastMicros = atMicros
    return { atMicros, code, data }
  })
  for (const [index, event] of events.entries())
    checkEvent(event, { version, isLast: index === events.length - 1 })
  return { version, ...size, header, events }
}

function secondHeader(header: Readonly<Record<string, unknown>>): { columns: number; rows: number } {
  only(header, [
    'version',
    'width',
    'height',
    'timestamp',
    'duration',
    'idle_time_limit',
    'command',
    'title',
    'env',
    'theme',
  ])
  checkCommon(header)
  checkTheme(header['theme'])
  return { columns: size(header['width']), rows: size(header['height']) }
}

function thirdHeader(header: Readonly<Record<string, unknown>>): { columns: number; rows: number } {
  only(header, ['version', 'term', 'timestamp', 'idle_time_limit', 'command', 'title', 'env', 'tags'])
  checkCommon(header)
  const term = header['term']
  if (!isRecord(term)) throw new Error('no term')
  only(term, ['cols', 'rows', 'type', 'version', 'theme'])
  if (term['type'] !== undefined && typeof term['type'] !== 'string') throw new Error('term.type')
  checkTheme(term['theme'])
  return { columns: size(term['cols']), rows: size(term['rows']) }
}

function checkCommon(header: Readonly<Record<string, unknown>>): void {
  for (const name of ['title', 'command'])
    if (header[name] !== undefined && typeof header[name] !== 'string') throw new Error(name)
  const { timestamp, env } = header as { timestamp?: unknown; env?: unknown }
  if (timestamp !== undefined && !Number.isInteger(timestamp)) throw new Error('timestamp')
  if (env !== undefined && !(isRecord(env) && Object.values(env).every((value) => typeof value === 'string')))
    throw new Error('env')
}

function checkTheme(theme: unknown): void {
  if (theme === undefined) return
  if (!isRecord(theme)) throw new Error('theme')
  only(theme, ['fg', 'bg', 'palette'])
  const colors = [theme['fg'], theme['bg'], ...String(theme['palette']).split(':')]
  if (colors.length !== 10 && colors.length !== 18) throw new Error('a palette has 8 or 16 colours')
  for (const color of colors)
    if (!/^#[\da-f]{6}$/.test(String(color))) throw new Error(`colour ${String(color)}`)
}

function readEvent(line: string): { micros: number; code: string; data: string } {
  const event: unknown = JSON.parse(line)
  if (!Array.isArray(event) || event.length !== 3) throw new Error(`no event: ${line.slice(0, 40)}`)
  const [time, code, data] = event as readonly unknown[]
  if (typeof time !== 'number' || typeof code !== 'string' || typeof data !== 'string')
    throw new Error(`no event: ${line.slice(0, 40)}`)
  const written = /^\[(\d+)\.(\d{6}), "/.exec(line)
  if (written === null) throw new Error(`times have six decimals: ${line.slice(0, 40)}`)
  // oxlint-disable-next-line no-control-regex -- JSON writes them as escapes
  if (/[\u0000-\u001f\u007f]/.test(line)) throw new Error('control characters are escaped')
  return { micros: Number(written[1]) * 1e6 + Number(written[2]), code, data }
}

function checkEvent(event: CastEvent, place: { readonly version: 2 | 3; readonly isLast: boolean }): void {
  const { code, data } = event
  if (!data.isWellFormed()) throw new Error('half a character')
  if (code === 'o' || code === 'm') return
  if (code === 'r' && /^\d+x\d+$/.test(data)) return
  if (code === 'x' && place.version === 3 && place.isLast && /^\d+$/.test(data)) return
  throw new Error(`an event ${code} ${data}`)
}

function only(record: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of Object.keys(record)) if (!names.includes(name)) throw new Error(`what is ${name}?`)
}

function size(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw new Error('no size')
  return value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
