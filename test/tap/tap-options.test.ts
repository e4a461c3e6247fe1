import { describe, expect, test } from 'vitest'
import { tap } from '../../src/cli/commands/tap.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { readTapOptions } from '../../src/tap/tap.ts'

/** What the parser of the whole program reads, or what it says. */
function whole(argv: readonly string[]): unknown {
  const parsed = parseArguments(argv)
  if (!parsed.ok) return parsed.problem.message
  if (parsed.value.type !== 'run') return parsed.value.type
  expect(parsed.value.command.name).toBe('tap')
  const request = tap.read(parsed.value.line)
  return request.ok ? request.value.options : request.problem.message
}

describe('a command line of tap', () => {
  test.each([
    ['tap -- agent'],
    ['tap -- agent --label other -- more'],
    ['tap --label site -- agent'],
    ['tap --label=site=x --advertise-plans --record run.ndjson -- agent --acp'],
    ['tap --record=run.ndjson --label one --label two -- agent'],
  ])('is read alike before and after the program is loaded: %s', (line) => {
    const argv = line.split(' ')
    expect(readTapOptions(argv)).toEqual(whole(argv))
    expect(readTapOptions(argv)).toMatchObject({ command: 'agent' })
  })

  test.each([['tap --proxy'], ['tap --label=chain --record run.ndjson --proxy']])(
    'of a link in a chain has no agent: %s',
    (line) => {
      const argv = line.split(' ')
      expect(readTapOptions(argv)).toEqual(whole(argv))
      expect(readTapOptions(argv)).toMatchObject({ command: null, args: [] })
    },
  )

  test('may have its options before the command, which the whole program reads', () => {
    const argv = ['--label', 'site', 'tap', '--', 'agent']
    expect(readTapOptions(argv)).toBeNull()
    expect(whole(argv)).toMatchObject({ label: 'site', command: 'agent' })
  })

  test('with telemetry is left to the whole program', () => {
    const argv = ['tap', '--otlp', '--otlp-traces', '--', 'agent']
    expect(readTapOptions(argv)).toBeNull()
    expect(whole(argv)).toMatchObject({ command: 'agent' })
  })

  test.each([
    ['tap', 'no agent command was given'],
    ['tap --', 'no agent command was given'],
    ['tap --proxy -- agent', '--proxy has no agent: a conductor starts the tap, and the agent'],
    ['tap --proxy --', '--proxy has no agent: a conductor starts the tap, and the agent'],
    ['tap --proxy --advertise-plans', '--proxy and --advertise-plans cannot be combined'],
    ['tap --proxy agent', 'the command of the agent stands before --'],
    ['tap agent', 'the command of the agent stands before --'],
    ['tap --help', 'help'],
    [
      'tap --prompt go -- agent',
      '--prompt is for an agent that this program runs, and a tap only passes on what an editor says',
    ],
    ['tap --label= -- agent', '--label is empty'],
  ])('with a mistake is left to the whole program: %s', (line, says) => {
    const argv = line.split(' ')
    expect(readTapOptions(argv)).toBeNull()
    expect(whole(argv)).toBe(says)
  })

  test('with hooks is left to the whole program, since they need the state', () => {
    const argv = ['tap', '--on', 'waits=play it', '--', 'agent']
    expect(readTapOptions(argv)).toBeNull()
    expect(whole(argv)).toMatchObject({ command: 'agent' })
  })

  test('without a value is left to the whole program', () => {
    expect(readTapOptions(['tap', '--label', '--', 'agent'])).toBeNull()
    expect(whole(['tap', '--label', '--', 'agent'])).toContain('--label')
  })
})
