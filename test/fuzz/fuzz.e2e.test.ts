import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { launcher } from '../support/surroundings.ts'
import { campaign } from './campaign.ts'
import { targetNames, type FuzzCase, type TargetName } from './fuzz-case.ts'
import { readRecordings } from './recordings.ts'
import { tallyLines } from './report.ts'
import { runCase } from './run-case.ts'

const inProject = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const programs = {
  launcher,
  agent: inProject('test/support/programs/fuzz-agent.mjs'),
  sessionLeader: inProject('test/support/programs/session-leader.sh'),
  jobShell: inProject('test/support/programs/job-shell.sh'),
}

/** Always the same runs, a few of each: `npm run fuzz` makes others, for as long as it is told. */
const runs: Readonly<Record<TargetName, number>> = {
  json: 2,
  text: 1,
  screen: 2,
  connect: 1,
  liar: 2,
  'liar-screen': 1,
  replay: 1,
  'replay-screen': 1,
  render: 1,
  demo: 1,
}

/** What `npm run fuzz` has found once: put there by hand. */
const found = inProject('test/recordings/fuzzed')

test.each(readdirSync(found))('%s holds since it was mended', { timeout: 100_000 }, async (name) => {
  const fuzzed = JSON.parse(readFileSync(path.join(found, name), 'utf8')) as FuzzCase
  expect((await runCase(fuzzed, programs, inProject('src/manual/options.md'))).findings).toEqual([])
})

describe('nothing that an agent sends brings the program down', () => {
  test.each(targetNames)('%s', { timeout: 300_000 }, async (target) => {
    const tally = await campaign({
      seed: 20_011,
      from: 0,
      runs: runs[target],
      minutes: Infinity,
      only: [target],
      jobs: 1,
      shrinks: false,
      recordings: readRecordings(inProject('test/recordings')),
      programs,
      readme: inProject('src/manual/options.md'),
      onRun: () => undefined,
      onOnce: () => undefined,
      onFinding: () => undefined,
    })
    const kept = tally.kept.map(({ kind, run, text }) => `${kind} in run ${run}: ${text}`)
    expect(kept, tallyLines(tally).join('\n')).toEqual([])
    expect(tally.runs).toBe(runs[target])
  })
})
