// What the report embeds. The build makes texts of these (`.tools/build/embedded-texts.mjs`).
declare module '*.css' {
  export const text: string
}
declare module '*.ts?script' {
  export const text: string
}
