import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readPrivacy } from '../../src/cli/redaction/read-redactor.ts'
import { render } from '../../src/cli/commands/render.ts'
import { startProgress } from '../../src/terminal/progress-line.ts'
import { renderTrace } from '../../src/render/render-trace.ts'
import { systemClock } from '../../src/cli/host/host.ts'
import { programVersion } from '../../src/cli/host/version.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { requestOf } from '../support/command-line.ts'

/** What became of a call of `render`, without the process around it. */
export interface Outcome {
  readonly status: number
  /** As on stderr. */
  readonly said: readonly string[]
}

/** A folder with a recording in it. */
export interface RenderStage {
  readonly folder: string
  /** `trace` in the words stands for the recording's path; other names are files of the folder. */
  render(line: string): Promise<Outcome>
  /** A file of the folder; null: there is none. */
  read(name: string): string | null
  /** All files but the recording. */
  files(): readonly string[]
}

/** Call it inside a test. */
export function renderStage(trace: string | Buffer): RenderStage {
  const folder = emptyFolder()
  const traceFile = path.join(folder, 'trace.ndjson')
  writeFileSync(traceFile, trace)
  return {
    folder,
    render: (line) => rendered(folder, line),
    read(name) {
      const file = path.join(folder, name)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
    files: () =>
      readdirSync(folder)
        .filter((name) => name !== 'trace.ndjson')
        .toSorted(),
  }
}

async function rendered(folder: string, line: string): Promise<Outcome> {
  const argv = ['render', 'trace.ndjson', ...words(line)].map((word, index, all) =>
    index === 1 || ['-o', '--check'].includes(all[index - 1] ?? '') ? path.join(folder, word) : word,
  )
  const request = requestOf(render, argv)
  if (!request.ok) return said(2, [request.problem.message, request.problem.hint], folder)
  const { redact, results } = request.value
  const privacy = redact === null ? null : await readPrivacy(redact, !results.some(({ isCheck }) => isCheck))
  if (privacy !== null && !privacy.ok) return said(2, [privacy.problem.message, privacy.problem.hint], folder)
  const { status, lines } = await renderTrace({
    request: request.value,
    privacy: privacy?.value ?? null,
    progress: startProgress(null),
    version: programVersion,
    clock: systemClock,
    onTargets: () => undefined,
  })
  return said(status, lines, folder)
}

/** The words of a line, where quotes hold several together. */
function words(line: string): readonly string[] {
  return (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
}

/** Without the folder, which has another name each time. */
function said(status: number, lines: readonly string[], folder: string): Outcome {
  return { status, said: lines.map((each) => each.replaceAll(`${folder}${path.sep}`, '')) }
}
