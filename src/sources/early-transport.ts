import type { OpenTransport, TransportEvents } from '../app/ports/transport.ts'

/** A transport that is opened before what reads from it is loaded. */
export interface EarlyTransport {
  /** Gives that transport, whose reports have waited; each further time it opens another one. */
  readonly open: OpenTransport
  readonly killNow: () => void
}

export function openEarly(open: OpenTransport): EarlyTransport {
  let events: TransportEvents | null = null
  let isTaken = false
  const waiting: ((to: TransportEvents) => void)[] = []
  const report = (one: (to: TransportEvents) => void): void => {
    if (events === null) waiting.push(one)
    else one(events)
  }
  const transport = open({
    onBytes: (chunk) => report((to) => to.onBytes(chunk)),
    onFrame: (frame, kind, from) => report((to) => to.onFrame(frame, kind, from)),
    onStderr: (chunk) => report((to) => to.onStderr(chunk)),
    onStalled: (isStalled) => report((to) => to.onStalled(isStalled)),
    onEnded: (end) => report((to) => to.onEnded(end)),
  })
  return {
    open(to) {
      if (isTaken) return open(to)
      isTaken = true
      // A transport reports nothing on the tick that opened it.
      process.nextTick(() => {
        events = to
        for (const one of waiting.splice(0)) one(to)
      })
      return transport
    },
    killNow: () => transport.killNow(),
  }
}
