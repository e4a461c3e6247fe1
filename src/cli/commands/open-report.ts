import { existsSync, mkdtempSync } from 'node:fs'
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
export async function openReport(recording: string, host: Host): Promise<string> {
  const { platform, env: environment } = host.process
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-report-')), 'report.html')
  const fault = await rendered(recording, file, host)
  if (fault !== null) return `No report was made: ${fault}`
  // The message names the file, whether a browser shows it or not.
  await openPage(file, { platform, environment, onFailed: () => undefined })
  return `The report is in ${file}`
}

/** Names that are tried for a picture. */
const mostPictures = 100

/** Draws a recording to a new file of the current folder, as `render` does. Returns what to tell the user. Raw. */
export async function drawPicture(recording: string, host: Host): Promise<string> {
  const base = path.basename(recording).replace(/\.(?:ndjson|jsonl)$/, '')
  const name = base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
  for (let count = 1; count <= mostPictures; count++) {
    const file = path.resolve(`${name}${count === 1 ? '' : `-${count}`}.svg`)
    if (existsSync(file)) continue
    const fault = await rendered(recording, file, host)
    return fault === null ? `The picture is in ${file}` : `No picture was drawn: ${fault}`
  }
  return `No picture was drawn: there are ${mostPictures} of ${name} already.`
}

/** Renders a recording without private data to a file. Returns why that failed; null: it did not. Raw. */
async function rendered(recording: string, file: string, { clock }: Host): Promise<string | null> {
  const request = reportRequest(recording, file)
  const privacy = await readPrivacy([], true)
  if (!request.ok || !privacy.ok) return 'this recording cannot be rendered.'
  const { status, lines } = await renderTrace({
    request: request.value,
    privacy: privacy.value,
    progress: startProgress(null),
    version: programVersion,
    clock,
    onTargets: () => undefined,
  })
  return status === 0 ? null : lines.join(' ')
}
