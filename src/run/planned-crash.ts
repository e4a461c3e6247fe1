import type { App } from '../app/app.ts'

/**
 * For tests only: ACP_PLAN_TUI_TEST_CRASH plants a bug that shows once a session is open. `render` throws where the screen
 * reads the state, `loop` from a timer. Any other value, and none, give the app itself.
 */
export function planTestCrash(app: App, environment: Readonly<Record<string, string | undefined>>): App {
  const place = environment['ACP_PLAN_TUI_TEST_CRASH']
  if (place !== 'render' && place !== 'loop') return app
  if (place === 'loop') {
    const isOpen = (): boolean => app.state().currentSessionId !== null
    const later = (): void => void setTimeout(() => crash(place), 0)
    if (isOpen()) later()
    else {
      const stop = app.onEvent(() => {
        if (!isOpen()) return
        stop()
        later()
      })
    }
    return app
  }
  return {
    ...app,
    state() {
      const state = app.state()
      return state.currentSessionId === null ? state : crash(place)
    },
  }
}

function crash(place: string): never {
  throw new Error(`planted crash (${place})`)
}
