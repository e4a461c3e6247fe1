import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** 0.4s, 12.3s, 1m02s, 1h05m. */
export function duration(ms: number): SafeText {
  const tenths = Math.max(0, Math.round(ms / 100))
  if (tenths < 600) return safeLine(`${(tenths / 10).toFixed(1)}s`)
  const seconds = Math.round(tenths / 10)
  if (seconds < 3600) return safeLine(`${Math.floor(seconds / 60)}m${two(seconds % 60)}s`)
  return safeLine(`${Math.floor(seconds / 3600)}h${two(Math.floor(seconds / 60) % 60)}m`)
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}
