import { expect, test } from 'vitest'
import { helpText } from '../../../src/cli/arguments/help.ts'
import { commandNames, type OptionSpec } from '../../../src/cli/arguments/option-spec.ts'
import { optionSpecs, otherSpelling } from '../../../src/cli/arguments/options.ts'
import { choicesOf } from '../../../src/cli/configuration/settings.ts'
import { readme, readmeTable } from '../../support/readme.ts'

const spellings = optionSpecs.flatMap((spec) => [spec.name, otherSpelling(spec) ?? spec.name])

/** Options of other programs, in examples of hidden values. */
const othersOptions = ['token']

test('the README lists every option except --help and --version, and only existing ones', () => {
  const told = [...readme.matchAll(/(?<![\w-])--?([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  const isTold = ({ name, short }: OptionSpec): boolean => told.includes(name) || told.includes(short ?? '')
  const missing = optionSpecs.filter((spec) => spec.group !== 'other' && !isTold(spec))
  expect(missing.map(({ name }) => name)).toEqual([])
  const long = [...readme.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  expect([...new Set(long)].filter((name) => !spellings.includes(name))).toEqual(othersOptions)
})

test('the README and the help list every command', () => {
  for (const name of commandNames) {
    expect(readme).toMatch(new RegExp(`^acp-plan-tui ${name} .* {2}[a-z]`, 'm'))
    expect(helpText(null)).toMatch(new RegExp(`^ {2}acp-plan-tui ${name} `, 'm'))
  }
})

test('the help names all values of a setting', () => {
  for (const { setting, help, value } of optionSpecs) {
    if (setting === undefined || value === null) continue
    const words = `${help} ${value}`.split(/[^\w-]+/)
    expect([setting, choicesOf(setting).filter((choice) => !words.includes(choice))]).toEqual([setting, []])
  }
})

test('the README and the help list the same exit statuses', () => {
  const inHelp = helpText(null).split('Exit status:')[1] ?? ''
  const told = [...inHelp.matchAll(/(?:^| {2})(\d+|128 \+ n) {2}/gm)].map(([, status = '']) => status)
  expect(readmeTable('exit status').map(([status]) => status)).toEqual(
    told.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  )
})
