import { describe, expect, test } from 'vitest'
import type { ReplayWish } from '../../../src/cli/commands/replay-run.ts'
import { replay } from '../../../src/cli/commands/replay.ts'
import type { UsageError } from '../../../src/lib/text/usage-error.ts'
import type { Result } from '../../../src/lib/result.ts'
import { requestOf } from '../../support/command-line.ts'

function read(line: string): Result<ReplayWish, UsageError> {
  return requestOf(replay, ['replay', ...line.split(' ').filter((word) => word !== '')])
}

const plain: ReplayWish = {
  telemetry: [],
  path: 'run.ndjson',
  speed: 1,
  idleLimitMs: null,
  follows: false,
  isPaused: false,
  isLooping: false,
}

describe('the request of replay', () => {
  test.each<[string, ReplayWish]>([
    ['run.ndjson', plain],
    ['run.ndjson --speed 4', { ...plain, speed: 4 }],
    ['--speed=max run.ndjson', { ...plain, speed: 'max' }],
    ['run.ndjson --speed 2 --speed .5', { ...plain, speed: 0.5 }],
    ['run.ndjson --idle-limit 2', { ...plain, idleLimitMs: 2000 }],
    ['run.ndjson --idle-limit 0.5s', { ...plain, idleLimitMs: 500 }],
    ['run.ndjson --idle-limit 0', { ...plain, idleLimitMs: 0 }],
    ['--follow run.ndjson --paused', { ...plain, follows: true, isPaused: true }],
    ['--loop run.ndjson', { ...plain, isLooping: true }],
    ['./-', { ...plain, path: './-' }],
  ])('%s', (line, request) => {
    expect(read(line)).toEqual({ ok: true, value: request })
  })

  test.each([
    ['', 'replay needs a recording'],
    ['a b', 'replay takes one recording, but 2 were given'],
    ['a -- agent', 'replay shows a recording, and starts no agent'],
    ['a --speed fast', '--speed cannot be “fast”'],
    ['a --speed=-1', '--speed cannot be “-1”'],
    ['a --speed 1e-9', '--speed cannot be “1e-9”'],
    ['a --speed 1e9', '--speed cannot be “1e9”'],
    ['a --idle-limit soon', '--idle-limit cannot be “soon”'],
    ['a --idle-limit=-1', '--idle-limit cannot be “-1”'],
    ['a --idle-limit Infinity', '--idle-limit cannot be “Infinity”'],
    ['a --follow --loop', '--follow and --loop cannot be combined'],
    ['a --prompt x', '--prompt needs a running agent, and this is a recording'],
    ['a --size 80x24', '--size belongs to the command render'],
  ])('%s: %s', (line, message) => {
    expect(read(line)).toMatchObject({ ok: false, problem: { message } })
  })
})
