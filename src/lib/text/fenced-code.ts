import { safeLine, safeText } from './safe-text.ts'

/** A fenced code block, whose fence is longer than any in the code. */
export function fencedCode(raw: string, language: string): string {
  const code = safeText(raw).trimEnd()
  const mark = '`'.repeat(Math.max(3, longestBacktickRun(code) + 1))
  return `${mark}${safeLine(language).replace(/[^\w+#.-]/g, '')}\n${code}\n${mark}`
}

/** The length of the longest run of backticks. */
export function longestBacktickRun(words: string): number {
  let longest = 0
  for (const [run] of words.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
