import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { helpText } from '../../src/cli/help-text.ts'
import { otherSpelling, type OptionSpec } from '../../src/cli/arguments/option.ts'
import { allCommands, listedCommands } from '../../src/cli/commands/commands.ts'
import { connect } from '../../src/cli/commands/connect.ts'
import { start } from '../../src/cli/commands/start.ts'
import { choicesOf } from '../../src/cli/configuration/settings.ts'
import { commandNames } from '../support/command-line.ts'
import { manual, manualTable } from '../support/manual.ts'

const optionSpecs = allCommands.flatMap(({ options }) => options)
const spellings = optionSpecs.flatMap((spec) => [spec.name, otherSpelling(spec) ?? spec.name])

/** Options of other programs, in examples of hidden values. */
const othersOptions = ['token']

test('the manual lists every option except --help and --version, and only existing ones', () => {
  const told = [...manual.matchAll(/(?<![\w-])--?([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  const isTold = ({ name, short }: OptionSpec): boolean => told.includes(name) || told.includes(short ?? '')
  const missing = optionSpecs.filter((spec) => spec.group !== 'other' && !isTold(spec))
  expect(
    missing.map(({ name }) => name),
    'options without a word in src/manual',
  ).toEqual([])
  const long = [...manual.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  expect([...new Set(long)].filter((name) => !spellings.includes(name))).toEqual(othersOptions)
})

test('every option is read: by its name, or as the setting, the choice or the number that it is', () => {
  const folder = fileURLToPath(new URL('../../src/cli', import.meta.url))
  const code = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
    .join('\n')
  const named = optionSpecs.filter(
    (spec) => spec.setting === undefined && !('values' in spec || 'least' in spec),
  )
  const unread = named.filter(({ name }) => !code.includes(`'${name}'`))
  expect(
    unread.map(({ name }) => name),
    'options that nothing in src/cli asks for',
  ).toEqual([])
})

test('the manual and the help list every command', () => {
  for (const name of commandNames) {
    expect(manual).toMatch(new RegExp(`^acp-plan-tui ${name} .* {2}[a-z]`, 'm'))
    expect(helpText(start, listedCommands)).toMatch(new RegExp(`^ {2}acp-plan-tui ${name} `, 'm'))
  }
})

test('the help names all values of a setting', () => {
  // Where it means something else, the help may say less.
  for (const { setting, help, value } of [...start.options, ...connect.options]) {
    if (setting === undefined || value === null) continue
    const words = `${help} ${value}`.split(/[^\w-]+/)
    expect([setting, choicesOf(setting).filter((choice) => !words.includes(choice))]).toEqual([setting, []])
  }
})

test('the manual and the help list the same exit statuses', () => {
  const inHelp = helpText(start, listedCommands).split('Exit status:')[1] ?? ''
  const told = [...inHelp.matchAll(/(?:^| {2})(\d+|128 \+ n) {2}/gm)].map(([, status = '']) => status)
  expect(manualTable('exit status').map(([status]) => status)).toEqual(
    told.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  )
})
