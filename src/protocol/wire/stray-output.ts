import type { WireProblem } from './wire-problem.ts'

/** What lines that are no messages look like; of several, the one that tells most is first. */
export type StrayOutput = (typeof strayOutputs)[number]

const strayOutputs = [
  'terminal-program',
  'http-answer',
  'web-page',
  'framed-messages',
  'split-messages',
  'help-text',
  'stack-trace',
  'log',
  'yaml',
  'text',
] as const

// Colours alone are used by logs, too: what moves the cursor, clears, or switches a mode of the terminal draws a screen.
// oxlint-disable-next-line no-control-regex -- escape sequences are what this is about
const drawing = /\u001b(?:\[(?:[?>=][\d;]*[a-z]|[\d;]*[A-HJKSTf])|[78c=>]|\])/
// oxlint-disable-next-line no-control-regex -- as above
const colours = /\u001b\[[\d;:]*m/g

/** What a problem's line looks like; null: it is no such problem, or a piece of a message. */
export function strayOutputOf({ code, excerpt = '' }: WireProblem): StrayOutput | null {
  return code !== 'not-json' || /^\s*\[?\{/.test(excerpt) ? null : looksLike(excerpt)
}

function looksLike(excerpt: string): StrayOutput {
  if (drawing.test(excerpt)) return 'terminal-program'
  const line = excerpt.replace(colours, '')
  if (/^HTTP\/\d/.test(line)) return 'http-answer'
  if (/^\s*<(?:!doctype html|html|head|body|title)\b/i.test(line)) return 'web-page'
  if (/^content-length: ?\d+\s*$/i.test(line)) return 'framed-messages'
  if (/^\s*"[\w-]{1,60}": |^\s+[\]}],?\s*$/.test(line)) return 'split-messages'
  if (/^\s*(?:usage:|(?:options|commands|flags|arguments|subcommands):\s*$)|^\s+-\w, --\w/i.test(line))
    return 'help-text'
  if (/^Traceback \(|^\s+at \S.*[:(]\d+|^\s+File ".*", line \d|^panic: |^thread '.*' panicked/.test(line))
    return 'stack-trace'
  if (
    /^\s*\W?(?:trace|debug|info|notice|warn|warning|error|fatal)\b/i.test(line) ||
    /^\W?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\w{3} \w{3} +\d+ \d\d:)/.test(line) ||
    /^npm \w+/.test(line)
  )
    return 'log'
  if (/^---\s*$|^\s*- [\w-]+: |^\s*[\w-]+:\s*$/.test(line)) return 'yaml'
  return 'text'
}

/** What lines look like together. */
export function moreTelling(one: StrayOutput, other: StrayOutput): StrayOutput {
  return strayOutputs.indexOf(one) <= strayOutputs.indexOf(other) ? one : other
}
