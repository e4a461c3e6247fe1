import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { campaign, type KeptFinding } from './campaign.ts'
import { targetNames, type FuzzCase, type TargetName } from './fuzz-case.ts'
import { readRecordings } from './recordings.ts'
import { tallyLines } from './report.ts'
import { runCase } from './run-case.ts'
import type { Programs } from './run-context.ts'

const help = `npm run fuzz -- [options]   gives the whole program mutated recordings, and says what it does not stand
  --minutes N      for so long (10)
  --runs N         so many runs at most
  --seed N         another seed (any number); the one that was taken is printed
  --run N          only the run of that number; with --seed it repeats one
  --only A,B       only these: ${targetNames.join(', ')}
  --jobs N         runs at a time (1)
  --keep FOLDER    where what is found is written to (fuzz-findings in the folder for temporary files)
  --case FILE      only that case, as it was kept
  --no-shrink      keep cases as they were found
  --no-properties  leave out the property tests, which are tried first where all targets are`

/** Runs what its arguments say and gives the exit status: 1 where anything was found. */
export async function main(root: string, keepDefault: string): Promise<number> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      minutes: { type: 'string', default: '10' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      run: { type: 'string' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '1' },
      keep: { type: 'string', default: keepDefault },
      case: { type: 'string' },
      shrink: { type: 'boolean', default: true },
      // Heard before this is called.
      properties: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(help)
    return 0
  }
  const programs: Programs = {
    launcher: path.join(root, 'bin/acp-plan-tui.js'),
    agent: path.join(root, 'test/support/programs/fuzz-agent.mjs'),
    sessionLeader: path.join(root, 'test/support/programs/session-leader.sh'),
    jobShell: path.join(root, 'test/support/programs/job-shell.sh'),
  }
  const readme = path.join(root, 'src/manual/options.md')
  if (values.case !== undefined) {
    const fuzzed = JSON.parse(readFileSync(values.case, 'utf8')) as FuzzCase
    const { outcome, findings } = await runCase(fuzzed, programs, readme)
    say(`status ${outcome.status}, ${Math.round(outcome.tookMs)} ms, ${Math.round(outcome.peakMemoryMb)} MB`)
    say(`${outcome.stdout.slice(-3000)}\n${outcome.stderr}\n${outcome.screen ?? ''}`)
    for (const { kind, text } of findings) say(`${kind}: ${text}`)
    return findings.length === 0 ? 0 : 1
  }
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
  const only = values.only
    .split(',')
    .filter((name): name is TargetName => targetNames.some((known) => known === name))
  say(`seed ${seed}`)
  const tally = await campaign({
    seed,
    from: Number(values.run ?? 0),
    runs: values.run === undefined ? Number(values.runs ?? Infinity) : 1,
    minutes: Number(values.minutes),
    only,
    jobs: Number(values.jobs),
    shrinks: values.shrink,
    recordings: readRecordings(path.join(root, 'test/recordings')),
    programs,
    readme,
    onRun: (run, { outcome, findings }) => {
      const { status, tookMs, peakMemoryMb, case: fuzzed } = outcome
      const words = findings.map(({ kind }) => kind).join(', ')
      say(
        `${run} ${fuzzed.target} ${fuzzed.lines.length} lines: ${status ?? 'killed'}, ${Math.round(tookMs)} ms, ${Math.round(peakMemoryMb)} MB ${words}`,
      )
    },
    onOnce: (run, { kind, text }) => say(`ONCE ${kind} in run ${run}, and not again\n${text}\n`),
    onFinding: (found) =>
      say(`FOUND ${found.kind} in run ${found.run}: ${keep(values.keep, seed, found)}\n${found.text}\n`),
  })
  say(tallyLines(tally).join('\n'))
  return tally.kept.length === 0 ? 0 : 1
}

function keep(folder: string, seed: number, found: KeptFinding): string {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${found.kind}-${seed}-${found.run}.json`)
  writeFileSync(file, `${JSON.stringify(found.case, null, 1)}\n`)
  return file
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
