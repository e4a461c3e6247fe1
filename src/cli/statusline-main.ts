import { claudeLine, readInput } from '../attach/status-facts.ts'
import { unknownFields, widestLine, type StatusForm } from '../outputs/status-line/status-line.ts'
import { writeNow } from '../system/host.ts'
import { systemClock } from './host/host.ts'

/**
 * The entry of `acp-plan-tui statusline --for claude-code`, a bundle of its own, since Claude Code runs it again and again. False: the
 * command line needs the parser of the whole program.
 */
export async function statusline(argv: readonly string[]): Promise<boolean> {
  const form = readForm(argv)
  if (form === null) return false
  const line = await claudeLine(readInput(), systemClock, form)
  if (line !== '') writeNow(1, `${line}\n`)
  process.exit(0)
}

/** The form that a command line wishes that is written as most are; null: it is another one, or has a mistake. */
function readForm(argv: readonly string[]): StatusForm | null {
  const words = argv
    .slice(1)
    .join('\u0000')
    .replaceAll(/(^|\u0000)(--[a-z]+)=/g, '$1$2\u0000')
    .split('\u0000')
  let form: StatusForm = { format: null, columns: widestLine, consumer: 'plain' }
  for (let at = 0; at < words.length; at += 2) {
    const [name, value = ''] = words.slice(at, at + 2)
    const columns = /^\d{1,3}$/.test(value) ? Number(value) : 0
    if (name === '--for' && value === 'claude-code') form = { ...form, consumer: value }
    else if (name === '--width' && columns > 0 && columns <= widestLine) form = { ...form, columns }
    else if (name === '--format' && unknownFields(value).length === 0) form = { ...form, format: value }
    else return null
  }
  return form.consumer === 'claude-code' ? form : null
}
