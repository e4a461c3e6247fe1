/** What is read in one turn of the event loop. */
const readInTurnBytes = 128 * 1024

/**
 * Keeps a burst from holding up keys and frames: libuv reads up to 32 chunks before anything else gets its turn. Returns
 * what has to be told the size of each piece that was read; past the limit the source pauses until the next turn.
 */
export function paceReading(source: { pause(): unknown; resume(): unknown }): (bytes: number) => void {
  let readInTurn = 0
  return (bytes) => {
    if (readInTurn === 0) {
      setImmediate(() => {
        readInTurn = 0
        source.resume()
      })
    }
    readInTurn += bytes
    if (readInTurn >= readInTurnBytes) source.pause()
  }
}
