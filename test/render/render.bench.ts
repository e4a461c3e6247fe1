import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, bench, describe } from 'vitest'
import { render as renderCommand } from '../../src/cli/commands/render.ts'
import { readPrivacy } from '../../src/cli/redaction/read-redactor.ts'
import { startProgress } from '../../src/terminal/progress-line.ts'
import { renderTrace } from '../../src/render/render-trace.ts'
import { systemClock } from '../../src/cli/host/host.ts'
import { programVersion } from '../../src/cli/host/version.ts'
import { requestOf } from '../support/command-line.ts'
import { opened, planned, rested, traceText } from './trace.ts'

const updatesASecond = 20
const minutes = 5
const folder = mkdtempSync(path.join(tmpdir(), 'render-bench-'))
const trace = path.join(folder, 'run.ndjson')
afterAll(() => rmSync(folder, { recursive: true }))

function sessionOfMinutes(): string {
  const count = minutes * 60 * updatesASecond
  const updates = Array.from({ length: count }, (_, index) => {
    const done = Math.floor((index / count) * 24)
    const steps = Array.from({ length: 24 }, (_step, at) => {
      const mark = at < done ? 'x' : at === done ? '>' : '.'
      return `${mark} Step ${at} of the plan — “é”, 日本語${at === done ? ` (${index})` : ''}`
    })
    return planned(1000 + (index * 1000) / updatesASecond, ...steps)
  })
  return traceText([...opened(), ...updates, ...rested(1000 + minutes * 60_000)], { columns: 120, rows: 40 })
}

async function render(name: string): Promise<void> {
  const request = requestOf(renderCommand, ['render', trace, '-o', path.join(folder, name)])
  const privacy = await readPrivacy([], true)
  if (!request.ok || !privacy.ok) throw new Error('no request')
  const done = await renderTrace({
    request: request.value,
    privacy: privacy.value,
    progress: startProgress(null),
    version: programVersion,
    clock: systemClock,
    onTargets: () => undefined,
  })
  if (done.status !== 0) throw new Error(done.lines.join(' '))
}

// Not part of a test run: `npm run bench -- test/render`. The bars: 3 s for .cast, 10 s for .svg.
describe(`a session of ${minutes} minutes with ${updatesASecond} updates a second`, () => {
  writeFileSync(trace, sessionOfMinutes())
  const once = { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0 }
  bench('.cast', () => render('run.cast'), once)
  bench('.svg', () => render('run.svg'), once)
  bench('.gif', () => render('run.gif'), { ...once, iterations: 1 })
})
