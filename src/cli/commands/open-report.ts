import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderTrace } from '../../render/render-trace.ts'
import { openPage } from '../../terminal/open-url.ts'
import { startProgress } from '../../terminal/progress-line.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'
import { readPrivacy } from '../redaction/read-redactor.ts'
import { reportRequest } from './render.ts'

/** Writes the report of a recording to a temporary file, which stays, and opens it in the user's browser. Returns what to tell the user. Raw. */
export async function openReport(recording: string, { clock, process }: Host): Promise<string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-report-')), 'report.html')
  const request = reportRequest(recording, file)
  const privacy = await readPrivacy([], true)
  if (!request.ok || !privacy.ok) return 'No report can be made of this recording.'
  const { status, lines } = await renderTrace({
    request: request.value,
    privacy: privacy.value,
    progress: startProgress(null),
    version: programVersion,
    clock,
    onTargets: () => undefined,
  })
  if (status !== 0) return `No report was made: ${lines.join(' ')}`
  // The message names the file, whether a browser shows it or not.
  await openPage(file, { platform: process.platform, environment: process.env, onFailed: () => undefined })
  return `The report is in ${file}`
}
