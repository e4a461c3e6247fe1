import type { Picture, PictureFormat, PictureOptions, WritePiece } from './picture.ts'

/** A picture of this format, which writes itself piece by piece. Only what the format needs is loaded. */
export async function openPicture(
  format: PictureFormat,
  options: PictureOptions,
  write: WritePiece,
): Promise<Picture> {
  switch (format) {
    case 'cast':
      return (await import('./cast.ts')).openCast(options, write)
    case 'svg':
      return (await import('./svg.ts')).openSvg(options, write)
    case 'png':
      return (await import('./png.ts')).openPng(options, write)
    case 'gif':
      return (await import('./gif.ts')).openGif(options, write)
    case 'txt':
      return (await import('./txt.ts')).openTxt(options, write)
  }
}
