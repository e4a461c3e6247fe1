// Every example in the manual, the README and the help is a command line that the program takes.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { helpText, shortUsage } from '../../../src/cli/arguments/help.ts'
import type { Invocation } from '../../../src/cli/arguments/invocation.ts'
import { commandNames } from '../../../src/cli/arguments/option-spec.ts'
import { parseArguments } from '../../../src/cli/arguments/parse-arguments.ts'
import { readAttachRequest } from '../../../src/cli/commands/attach.ts'
import { readLintRequest } from '../../../src/cli/commands/lint-request.ts'
import { readRenderRequest } from '../../../src/cli/commands/render-request.ts'
import { readReplayRequest } from '../../../src/cli/commands/replay.ts'
import { readTapRequest } from '../../../src/cli/commands/tap.ts'
import type { Result } from '../../../src/lib/result.ts'
import type { UsageError } from '../../../src/lib/text/usage-error.ts'
import { parseAddress } from '../../../src/sources/remote/address/remote-address.ts'
import { openInProcess } from '../../support/in-process-app.ts'
import { readme } from '../../support/readme.ts'
import { callsIn } from '../../support/shell-words.ts'

const shortReadme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const shellBlocks = [...`${shortReadme}\n${readme}`.matchAll(/^```sh\n([^]*?)^```/gm)].map(
  ([, block = '']) => block,
)
const documented = callsIn(shellBlocks.join('\n'))
const helps = [null, ...commandNames].map(
  (name) => helpText(name).split('\nExamples:\n')[1]?.split('\n\n')[0] ?? '',
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
  const read = readFurther(parsed.value)
  return read === null || read.ok ? null : read.problem.message
}

/** What a command reads of its words itself; null: nothing. */
function readFurther(invocation: Invocation): Result<unknown, Pick<UsageError, 'message'>> | null {
  switch (invocation.type) {
    case 'attach':
      return readAttachRequest(invocation)
    case 'tap':
      return readTapRequest(invocation)
    case 'replay':
      return readReplayRequest(invocation)
    case 'render':
      return readRenderRequest(invocation)
    case 'lint':
      return readLintRequest(invocation)
    case 'connect':
      return parseAddress(invocation.url)
    default:
      return null
  }
}

describe('examples', () => {
  test('of the manual and the README are command lines of the program', () => {
    expect(documented.length).toBeGreaterThan(35)
    expect(
      documented.map(({ line, words }) => [line, complaint(words)]).filter(([, said]) => said !== null),
    ).toEqual([])
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
