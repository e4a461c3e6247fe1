import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { launcher } from '../support/surroundings.ts'
import { campaign } from './campaign.ts'
import { targetNames, type TargetName } from './fuzz-case.ts'
import { readRecordings } from './recordings.ts'
import { tallyLines } from './report.ts'

const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const programs = {
  launcher,
  agent: inProject('test/support/programs/fuzz-agent.mjs'),
  sessionLeader: inProject('test/support/programs/session-leader.sh'),
}

/** Always the same runs, a few of each: `npm run fuzz` makes others, for as long as it is told. */
const runs: Readonly<Record<TargetName, number>> = {
  json: 6,
  text: 2,
  screen: 4,
  connect: 3,
  replay: 3,
  'replay-screen': 2,
  render: 3,
  demo: 2,
}

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
      readme: inProject('README.md'),
      onRun: () => undefined,
      onFinding: () => undefined,
    })
    const found = tally.kept.map(({ kind, run, text }) => `${kind} in run ${run}: ${text}`)
    expect(found, tallyLines(tally).join('\n')).toEqual([])
    expect(tally.runs).toBe(runs[target])
  })
})
