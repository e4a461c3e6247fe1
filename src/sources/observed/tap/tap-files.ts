import { lstat, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FoundSession, ObservedPlaces } from '../../../app/ports/observed-source.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { readGreeting } from '../../../protocol/tap/tap-stream.ts'
import { readRegularFile } from '../../../system/regular-file.ts'
import { removeIfStale, tapFilesIn, tapFolders, type TapFile } from '../../../system/tap-folder.ts'

/** Larger descriptions are no descriptions of taps. */
const maxDescriptionBytes = 64 * 1024
/** More than anybody runs at once. */
const maxTaps = 200

/** The taps that run now, the newest first. Removes what killed ones have left behind. */
export async function findTaps(
  places: Pick<ObservedPlaces, 'env' | 'runtimeFolder'>,
): Promise<readonly FoundSession[]> {
  const folders = new Set([places.runtimeFolder, ...tapFolders(places.env)])
  const found: FoundSession[] = []
  for (const folder of folders)
    for (const file of (await tapFilesIn(folder)).slice(0, maxTaps)) {
      const session = (await removeIfStale(file)) ? null : await described(file)
      if (session !== null) found.push(session)
    }
  return found.toSorted((one, other) => other.changedAtMs - one.changedAtMs).slice(0, maxTaps)
}

/** The tap of a socket or its description. Any socket is taken for one: what answers there, observing shows. */
export async function tapAt(path: string): Promise<FoundSession | null> {
  const stats = await stat(path).catch(() => null)
  const isPipe = /^\\\\[.?]\\pipe\\/i.test(path)
  if (stats?.isSocket() !== true && !isPipe) return null
  const name = path.split(/[\\/]/).at(-1) ?? path
  const [, pid] = /^(?:acp-plan-tui-)?(\d{1,10})(?:-.*)?(?:\.sock)?$/.exec(name) ?? []
  const file = {
    socket: path,
    description: resolve(path.replace(/(?:\.sock)?$/, '.json')),
    pid: Number(pid ?? 0),
  }
  return (
    (await described(file)) ?? {
      kind: 'tap',
      id: name,
      path,
      pid: pid === undefined ? null : Number(pid),
      agent: 'agent',
      folder: null,
      label: null,
      changedAtMs: stats?.mtimeMs ?? 0,
    }
  )
}

async function described({ socket, description, pid }: TapFile): Promise<FoundSession | null> {
  const stats = await lstat(description).catch(() => null)
  if (stats?.isFile() !== true) return null
  const read = readRegularFile(description, maxDescriptionBytes)
  const greeting = read.ok ? readGreeting(jsonIn(read.value.toString('utf8'))) : null
  if (greeting === null) return null
  const { label, agent, folder } = greeting
  return {
    kind: 'tap',
    id: label ?? `tap ${pid}`,
    path: socket,
    pid,
    agent,
    folder,
    label,
    changedAtMs: stats.mtimeMs,
  }
}
