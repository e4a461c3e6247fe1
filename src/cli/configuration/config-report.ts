import { writeShownJson } from '../../lib/json/write-json.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { padded, displayWidth } from '../../lib/text/width.ts'
import { shownUsage } from '../../lib/text/usage-error.ts'
import type { ConfigurationInForce, SettingInForce, SettingSource } from './settings-in-force.ts'

/** What `acp-plan-tui config` writes for people: the file, what is wrong, and a table of all settings. */
export function configText({
  file,
  isFileFound,
  settings,
  ownKeys,
  noColor,
  faults,
}: ConfigurationInForce): readonly SafeText[] {
  const rows = [
    ...settings.map((each) => [each.name, shownSetting(each), sourceWords(each.from)]),
    ...ownKeys.map(({ command, keys, line }) => [
      `keys.${command}`,
      keys.length === 0 ? '(none)' : keys.join(' '),
      sourceWords({ type: 'file', line }),
    ]),
  ].map((row) => row.map(safeLine))
  const widths = [0, 1].map((at) =>
    Math.min(widest, Math.max(...rows.map((row) => displayWidth(row[at] ?? safe``)))),
  )
  return [
    safe`configuration file: ${fileWords(file, isFileFound)}`,
    safe``,
    ...faults.flatMap(({ message, hint }) => [safe`! ${shownUsage(message)}`, safe`  ${shownUsage(hint)}`]),
    ...(faults.length === 0 ? [] : [safe``]),
    ...rows.map((row) => tableRow(row, widths)),
    safe``,
    ...(noColor === null
      ? []
      : [
          safe`${safeLine(noColor)} is set: themes have no colours, only attributes such as bold and underline.`,
        ]),
    safe`An option of the command line overrides a variable, and a variable overrides the file.`,
  ]
}

/** A wider value moves only its own row. */
const widest = 50

function fileWords(file: string | null, isFound: boolean): SafeText {
  if (file === null) return safe`none, since there is no home folder`
  return isFound ? safeLine(file) : safe`${safeLine(file)} (there is none)`
}

function shownSetting({ value, words }: SettingInForce): string {
  return value === null ? `(${words ?? ''})` : String(value)
}

function sourceWords(from: SettingSource): string {
  switch (from.type) {
    case 'default':
      return 'default'
    case 'environment':
      return from.variable
    case 'file':
      return `file, line ${from.line}`
  }
}

function tableRow(row: readonly SafeText[], widths: readonly number[]): SafeText {
  const [name = safe``, value = safe``, from = safe``] = row
  return safe`${padded(name, widths[0] ?? 0)}  ${padded(value, widths[1] ?? 0)}  ${from}`
}

/** The same as one JSON document on one line. */
export function configJson({
  file,
  isFileFound,
  settings,
  ownKeys,
  noColor,
  faults,
}: ConfigurationInForce): string {
  return writeShownJson({
    configuration: 'acp-plan-tui',
    version: 1,
    file,
    isFileFound,
    settings: settings.map(({ words, ...setting }) =>
      setting.value === null ? { ...setting, words } : setting,
    ),
    ownKeys: ownKeys.map(({ command, keys, line }) => ({ command, keys, line })),
    noColor,
    faults: faults.map(({ message, hint }) => ({ message, hint })),
  })
}
