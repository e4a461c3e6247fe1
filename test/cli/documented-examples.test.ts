// Every example in the manual, the README and the help is a command line that the program takes.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { helpText, shortUsage } from '../../src/cli/help-text.ts'
import { listedCommands } from '../../src/cli/commands/commands.ts'
import { readHook } from '../../src/cli/arguments/hook-option.ts'
import { connect } from '../../src/cli/commands/connect.ts'
import type { ConnectRequest } from '../../src/cli/agents/remote-agent.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { parseAddress } from '../../src/sources/remote/remote-address.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { manual } from '../support/manual.ts'
import { callsIn } from '../support/shell-words.ts'

const shortReadme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const shellBlocks = [...`${shortReadme}\n${manual}`.matchAll(/^```sh\n([^]*?)^```/gm)].map(
  ([, block = '']) => block,
)
const documented = callsIn(shellBlocks.join('\n'))
const helps = listedCommands.map(
  (command) => helpText(command, listedCommands).split('\nExamples:\n')[1]?.split('\n\n')[0] ?? '',
)
const inHelp = callsIn([...helps, shortUsage.split('\n\n')[1] ?? ''].join('\n')).map(({ line }) => ({
  line,
  // What an example of the short usage does stands behind it.
  words: callsIn(line.split(/ {4}/)[0] ?? '')[0]?.words ?? [],
}))

/** What the program says against a command line; null: nothing. */
function complaint(words: readonly string[]): string | null {
  const parsed = parseArguments(words)
  if (!parsed.ok) return parsed.problem.message
  if (parsed.value.type !== 'run') return null
  const { command, line } = parsed.value
  const request = command.read(line)
  if (!request.ok) return request.problem.message
  const address = command === connect ? parseAddress((request.value as ConnectRequest).url) : null
  return address === null || address.ok ? null : address.problem.message
}

describe('examples', () => {
  test('of the manual and the README are command lines of the program', () => {
    expect(documented.length).toBeGreaterThan(35)
    expect(
      documented.map(({ line, words }) => [line, complaint(words)]).filter(([, said]) => said !== null),
    ).toEqual([])
  })

  test('of hooks give a shell what it expands, as it expands it', () => {
    const commands = documented
      .flatMap(({ words }) => words.filter((_, at) => words[at - 1] === '--on'))
      .map((hook) => readHook(hook))
    expect(commands.length).toBeGreaterThan(5)
    expect(commands).toContainEqual({
      ok: true,
      value: { event: 'waits', command: ['sh', '-c', 'notify-send -- acp-plan-tui "$(jq -r .message)"'] },
    })
  })

  test('of the help are, too', () => {
    expect(inHelp.length).toBeGreaterThan(35)
    expect(
      inHelp.map(({ line, words }) => [line, complaint(words)]).filter(([, said]) => said !== null),
    ).toEqual([])
  })

  test('that are wrong would be found', () => {
    const wrong = [
      '--them light',
      'replay',
      'render a.ndjson -o a.xyz',
      'connect ftp://a',
      'tap agent',
      'attach a b',
    ]
    expect(wrong.filter((line) => complaint(line.split(' ')) === null)).toEqual([])
  })
})

/** Those that only write something that they know, and end. */
const runnable = [...documented, ...inHelp].filter(({ words }) =>
  /^(?:config|completion \w+|demo --list|lint --rules|help)\b/.test(words.join(' ')),
)

test.each([...new Map(runnable.map((each) => [each.words.join(' '), each.words]))])(
  'acp-plan-tui %s succeeds',
  async (_, words) => {
    const screen = await openInProcess({ columns: 100, rows: 24, args: words, hasPipedOutput: true })
    expect(await screen.exit()).toEqual({ code: 0, signal: null })
    expect(screen.raw().length).toBeGreaterThan(100)
  },
)
