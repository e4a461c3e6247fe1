import type { Moment } from '../../app/playback/moment.ts'
import type { ThemeName } from '../../ui/paint/theme.ts'
import type { FilmPace } from './film-clock.ts'
import type { ScriptedKeys } from './key-script.ts'
import type { ScreenSize } from './screen-size.ts'

/** How `render` is to show a recording, whatever it makes of it. */
export interface RenderOptions {
  /** null: the recording's. */
  readonly size: ScreenSize | null
  readonly theme: ThemeName
  readonly ascii: boolean
  readonly hasChrome: boolean
  /** null: the recording's. */
  readonly title: string | null
  readonly pace: FilmPace
  readonly lastHoldMs: number
  readonly from: Moment
  readonly to: Moment
  /** One picture in place of a moving one. */
  readonly still: Moment | null
  /** Which screen, or which state of the plans; null: the last. */
  readonly at: Moment | null
  readonly keys: readonly ScriptedKeys[]
  readonly castVersion: 2 | 3
  readonly showsHistory: boolean
  /** Plans are inferred from to-do tools while a session has no real one. */
  readonly infersPlans: boolean
}
