/** What the command line of a tap says. */
export interface TapOptions {
  readonly label: string | null
  /** A file for a recording. */
  readonly record: string | null
  readonly advertisesPlans: boolean
  readonly command: string
  readonly args: readonly string[]
}

/**
 * The options of a command line that begins with `tap` and is written as most are; null: it is another one, or has a mistake, which the
 * parser of the whole program explains.
 */
export function readTapOptions(argv: readonly string[]): TapOptions | null {
  const end = argv.indexOf('--')
  const [command, ...args] = end < 0 ? [] : argv.slice(end + 1)
  if (argv[0] !== 'tap' || command === undefined || command === '') return null
  let options: TapOptions = { label: null, record: null, advertisesPlans: false, command, args }
  const words = argv.slice(1, end)
  for (let at = 0; at < words.length; at++) {
    const [, name = '', joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (name === 'advertise-plans' && joined === undefined) options = { ...options, advertisesPlans: true }
    else if (name === 'label' || name === 'record') {
      const value = joined ?? words[++at]
      if (value === undefined || value === '' || value.startsWith('-')) return null
      options = { ...options, [name]: value }
    } else return null
  }
  return options
}
