import { describe, expect, test } from 'vitest'
import { helpText, shortUsage } from '../../src/cli/help-text.ts'
import { listedCommands } from '../../src/cli/commands/commands.ts'
import { start } from '../../src/cli/commands/start.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { keyName } from '../../src/ui/keys/key-press.ts'
import { playerTable } from '../../src/ui/keys/key-table.ts'
import { commandNamed } from '../support/command-line.ts'

describe.each([
  ['help', null],
  ['help-demo', 'demo'],
  ['help-connect', 'connect'],
  ['help-attach', 'attach'],
  ['help-tap', 'tap'],
  ['help-render', 'render'],
  ['help-replay', 'replay'],
  ['help-lint', 'lint'],
  ['help-statusline', 'statusline'],
  ['help-doctor', 'doctor'],
  ['help-config', 'config'],
  ['help-completion', 'completion'],
  ['help-help', 'help'],
] as const)('%s', (name, commandName) => {
  const command = commandName === null ? start : commandNamed(commandName)
  const text = helpText(command, listedCommands)

  test('matches its golden', async () => {
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  test('is at most 100 columns wide', () => {
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([])
  })

  test('lists every option, help and version too, and has below what it refers to', () => {
    for (const { name: option, help } of command.options) {
      expect(text).toContain(`--${option}`)
      if (help.includes('see below')) expect(text).toMatch(new RegExp(`\\(--${option}\\)|TIME:KEY`))
    }
    expect(text).toMatch(/^  -h, --help {2,}/m)
    expect(text).toMatch(/^  -V, --version {2,}/m)
  })

  test('has examples that parse', () => {
    const examples = (text.split('Examples:')[1]?.split('\n\n')[0] ?? '').trim().split('\n')
    expect(examples.length).toBeGreaterThan(2)
    for (const example of examples) {
      const [line = ''] = example.trim().split(/ (?:[|<]|>+) /)
      const words = line.match(/"[^"]*"|\S+/g) ?? []
      const parsed = parseArguments(words.slice(1).map((word) => word.replaceAll('"', '')))
      expect([example, parsed.ok]).toEqual([example, true])
      if (!parsed.ok || parsed.value.type !== 'run') continue
      expect([example, parsed.value.command.read(parsed.value.line).ok]).toEqual([example, true])
    }
  })
})

test('the help of replay tells what the keys of the player do', () => {
  const sentence = /Keys: ([^]*?)\?/.exec(helpText(commandNamed('replay'), listedCommands))?.[1] ?? ''
  const told = sentence.split(/\s+/).filter((word) => /^[^\w\s]$|^[A-Zt]$/.test(word))
  const commandOf = (key: string): string | undefined =>
    playerTable.find(({ keys }) => keys.some((each) => keyName(each) === key))?.command
  expect(told.map((key) => [key, commandOf(key)])).toEqual([
    ['>', 'next-change'],
    ['<', 'previous-change'],
    ['.', 'next-message'],
    [',', 'previous-message'],
    [')', 'next-marker'],
    ['(', 'previous-marker'],
    ['t', 'go-to-time'],
    ['+', 'faster'],
    ['-', 'slower'],
  ])
})

test('the short usage names the demo and the help', () => {
  expect(shortUsage).toMatch(/acp-plan-tui demo[^]*acp-plan-tui --help/)
})
