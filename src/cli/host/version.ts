// A named import, so that the bundle carries the version and not the whole of package.json.
import { version } from '../../../package.json'

export const programVersion: string = version
