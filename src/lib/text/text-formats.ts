export interface TextFormat {
  /** With its article, and an example where one helps. */
  readonly called: string
  readonly fits: (text: string) => boolean
}

/** The formats of JSON Schema that are checked, by name. */
export const textFormats: ReadonlyMap<string, TextFormat> = new Map([
  ['email', { called: 'an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) }],
  [
    'uri',
    {
      called: 'an address like https://example.com',
      fits: (text) => /^\S+$/.test(text) && URL.canParse(text),
    },
  ],
  ['date', { called: 'a date like 2026-11-30', fits: isDate }],
  ['date-time', { called: 'a date and time like 2026-11-30T14:05:00Z', fits: isDateTime }],
])

/** https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(`${text}T00:00:00Z`)
  // `Date` would read 31 February as a day in March.
  return (
    !Number.isNaN(date.getTime()) &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  )
}

function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, offsetHour, offsetMinute] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(text) ?? []
  return (
    isDate(date) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    // A leap second.
    Number(second) <= 60 &&
    Number(offsetHour ?? 0) < 24 &&
    Number(offsetMinute ?? 0) < 60
  )
}
