import { programSpawn } from '../system/program-spawn.ts'

export interface PagerParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** The user's pager as a command and its arguments; null: the user wants none. No shell is used. */
export function pagerCommand({ environment, platform }: PagerParts): readonly [string, ...string[]] | null {
  const wanted = environment['PAGER'] ?? (platform === 'win32' ? 'more' : 'less')
  const [command, ...args] = wanted.split(/\s+/).filter((word) => word !== '')
  return command === undefined || command === 'cat' ? null : [command, ...args]
}

/**
 * Shows a text in the user's pager, and waits for its end. Returns false if there is no pager or it cannot be started: then nothing
 * was shown.
 */
export async function showInPager(text: string, parts: PagerParts): Promise<boolean> {
  const found = pagerCommand(parts)
  if (found === null) return false
  const [command, ...args] = found
  // Colours are shown, and a text that fits is only printed; as git does it.
  const env = { ...parts.environment, LESS: parts.environment['LESS'] ?? 'FRX' }
  // Ctrl-c belongs to the pager.
  const ignore = (): void => undefined
  const spawn = await programSpawn(parts.platform)
  process.on('SIGINT', ignore)
  try {
    return await new Promise<boolean>((resolve) => {
      const child = spawn(command, args, { env, stdio: ['pipe', 'inherit', 'inherit'] })
      child.on('error', () => resolve(false))
      child.on('close', () => resolve(true))
      // The pager may be left before it has read everything.
      child.stdin.on('error', () => undefined)
      child.stdin.end(text)
    })
  } catch {
    return false
  } finally {
    process.removeListener('SIGINT', ignore)
  }
}
