/** A markdown document, and what is read from it line by line: the first heading and the task boxes. */
export interface MarkdownBody {
  readonly type: 'markdown'
  readonly text: string
  readonly heading: string | null
  readonly boxes: { readonly checked: number; readonly total: number }
  readonly scan: MarkdownScan
}

/** Where the line scan stands, so that text which grows is scanned once. */
interface MarkdownScan {
  /** Everything before this character is scanned; it is the start of a line. */
  readonly scannedTo: number
  readonly fence: string | null
  readonly heading: string | null
  readonly checked: number
  readonly total: number
}

const start: MarkdownScan = { scannedTo: 0, fence: null, heading: null, checked: 0, total: 0 }

/** Gives `before` itself for the same text. Costs what the new part of a growing text costs. */
export function updateMarkdown(before: MarkdownBody | null, text: string): MarkdownBody {
  if (before !== null && before.text === text) return before
  const isGrowing = before !== null && text.length > before.text.length && text.startsWith(before.text)
  const scan = scanLines(text, isGrowing ? before.scan : start)
  // The last line may still grow: it counts for now, and is scanned again later.
  const now = scanLine(text.slice(scan.scannedTo), scan)
  return {
    type: 'markdown',
    text,
    heading: now.heading,
    boxes: { checked: now.checked, total: now.total },
    scan,
  }
}

function scanLines(text: string, from: MarkdownScan): MarkdownScan {
  let scan = from
  let at = from.scannedTo
  for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', at)) {
    scan = scanLine(text.slice(at, Math.min(end, at + lineLooked)), scan)
    at = end + 1
  }
  return { ...scan, scannedTo: at }
}

/** A box or a heading shows at the beginning of its line. */
const lineLooked = 400
const box = /^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?:\s|$)/
const fence = /^\s{0,3}(`{3,}|~{3,})/
const atxHeading = /^\s{0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/

function scanLine(line: string, scan: MarkdownScan): MarkdownScan {
  // Most lines are none of these: a look at the characters is cheaper than three expressions.
  if (!/[`~#[]/.test(line)) return scan
  const mark = fence.exec(line)?.[1]
  if (mark !== undefined) return { ...scan, fence: nextFence(scan.fence, mark) }
  if (scan.fence !== null) return scan
  const checked = box.exec(line)?.[1]
  if (checked !== undefined) {
    return { ...scan, total: scan.total + 1, checked: scan.checked + (checked === ' ' ? 0 : 1) }
  }
  if (scan.heading !== null) return scan
  const heading = atxHeading.exec(line)?.[1]
  return heading === undefined ? scan : { ...scan, heading: plainHeading(heading) }
}

function nextFence(open: string | null, mark: string): string | null {
  if (open === null) return mark
  return mark[0] === open[0] && mark.length >= open.length ? null : open
}

function plainHeading(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]{1,3}/g, '')
    .trim()
}
