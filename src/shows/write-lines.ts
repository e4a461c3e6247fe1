import { setImmediate } from 'node:timers/promises'
import type { AppListener } from '../app/app.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import { openJsonOutput } from '../outputs/json/json-output.ts'
import { runEndWords, type RunEnd } from '../outputs/run-end-words.ts'
import { describeChange } from '../outputs/screen-reader/change-sentences.ts'
import { createLineSink, type LineSink, type Output } from '../outputs/stream/output.ts'
import { openTextOutput } from '../outputs/text/text-output.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import type { Source } from './source.ts'

export interface LinesOptions {
  readonly format: 'tui' | 'text' | 'json'
  /** With `tui`: sentences for a screen reader. */
  readonly screenReader: boolean
  readonly ascii: boolean
}

export interface LinesParts {
  readonly host: SystemHost
  readonly ends: EndWatch
  readonly options: LinesOptions
  /** This program's, for JSON. */
  readonly version: string
}

/** Writes a source as text, JSON or sentences until it ends. What it tells besides goes to stderr. Closes it before the last lines. */
export async function writeLines(source: Source, parts: LinesParts): Promise<RunEnd> {
  const { host, ends, options } = parts
  const { about, app, clock } = source
  const sink = createLineSink(host.process.stdout, options.ascii && options.format !== 'json')
  let output = about.beginsWithEvent ? null : openOutput(source, sink, parts)
  const stopListening = source.listen((event, after, before) => {
    output ??= openOutput(source, sink, parts)
    output.onEvent(event, after, before)
  })
  const ended = source.start({
    say: (text) => host.writeNow(2, `acp-plan-tui: ${safeLine(text)}\n`),
    relief: () => (sink.isCongested() ? Promise.race([reliefOf(sink), ends.ended]) : null),
  })
  const end = await Promise.race([ended, ends.ended])
  let written: Promise<void> | null = null
  const finish = (): Promise<void> => {
    output ??= openOutput(source, sink, parts)
    const words = runEndWords(end, about.command ?? [])
    written ??= output.end({ atMs: clock.nowMs(), ...words }, app.state())
    return written
  }
  // A second signal does not wait for the agent.
  ends.killAtEnd(() => void finish())
  await source.closeAgent?.(end)
  source.close()
  stopListening()
  await Promise.race([finish(), end.kind === 'interrupted' ? patience(source, host) : ends.ended])
  return end
}

/** Settles when a reader of the output who has stopped reading is not waited for any longer, after an interrupt. */
async function patience({ about: { readerPatienceMs } }: Source, { clock }: SystemHost): Promise<void> {
  if (readerPatienceMs === 0) return await setImmediate()
  await new Promise<void>((resolve) => void clock.after(readerPatienceMs, resolve, 'alive'))
}

function reliefOf(sink: LineSink): Promise<void> {
  return new Promise((resolve) => {
    const stop = sink.onRelief(() => {
      stop()
      resolve()
    })
  })
}

function openOutput(
  { about, clock, documents }: Source,
  sink: LineSink,
  { options, version }: LinesParts,
): Output {
  const { ascii, format, screenReader } = options
  if (format === 'json') return openJsonOutput({ sink, documents, clock, version, command: about.startedAs })
  return format === 'tui' && screenReader
    ? sentenceOutput(sink)
    : openTextOutput({ sink, documents, clock, ascii })
}

function sentenceOutput(sink: LineSink): Output {
  const onEvent: AppListener = (event, after, before) => {
    for (const sentence of describeChange(before, after, event)) sink.write(sentence)
  }
  return { onEvent, end: async () => await sink.finish() }
}
