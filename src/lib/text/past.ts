import { safe, safeLine, type SafeText } from './safe-text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A past time relative to `wallMs`, both in milliseconds since the epoch: `2 h ago`, `12 Nov`, `12 Nov 2024`. */
export function past(atMs: number, wallMs: number): SafeText {
  const agoMs = wallMs - atMs
  const at = new Date(atMs)
  if (Number.isNaN(at.getTime())) return safe``
  // Another machine's clock may be slightly ahead of ours.
  if (agoMs < minuteMs && agoMs > -hourMs) return safe`just now`
  if (agoMs >= minuteMs && agoMs < hourMs) return safe`${Math.floor(agoMs / minuteMs)} min ago`
  if (agoMs >= hourMs && agoMs < dayMs) return safe`${Math.floor(agoMs / hourMs)} h ago`
  if (agoMs >= dayMs && agoMs < 7 * dayMs) return daysAgo(Math.floor(agoMs / dayMs))
  const day = safeLine(`${at.getDate()} ${months[at.getMonth()] ?? ''}`)
  const isThisYear = at.getFullYear() === new Date(wallMs).getFullYear()
  return isThisYear ? day : safe`${day} ${at.getFullYear()}`
}

function daysAgo(days: number): SafeText {
  return days === 1 ? safe`1 day ago` : safe`${days} days ago`
}
