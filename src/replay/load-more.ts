import type { Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { Playhead } from './playhead.ts'

/**
 * Reads on until there is a record to play (true), waiting for more where the file may still grow. False: that was all, or
 * `until` came first, or the file was replaced by another one.
 */
export async function loadMore(
  head: Playhead,
  file: TraceFile,
  until: Promise<unknown>,
): Promise<Result<boolean, TraceFault>> {
  const { generation } = file
  let isOver = false
  void until.then(() => (isOver = true))
  let onGrown: () => void = () => undefined
  const stop = file.onChange(() => onGrown())
  try {
    for (;;) {
      const grown = new Promise<void>((resolve) => (onGrown = resolve))
      const loaded = await head.load()
      if (!loaded.ok || loaded.value || file.isWhole || isOver || generation !== file.generation)
        return loaded
      await Promise.race([grown, until])
    }
  } finally {
    stop()
  }
}
