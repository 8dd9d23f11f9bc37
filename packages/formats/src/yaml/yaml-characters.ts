export const TAB = 9
export const LINE_FEED = 10
export const CARRIAGE_RETURN = 13
export const SPACE = 32
export const HASH = 35
export const DASH = 45
export const COLON = 58
export const QUESTION = 63

export const isBreak = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN
export const isBlank = (code: number): boolean => code === SPACE || code === TAB

/** Of white space, or of nothing: behind the end of a text there is NaN. */
export const isGap = (code: number): boolean => isBlank(code) || isBreak(code) || Number.isNaN(code)

/** `,` `[` `]` `{` `}` */
export const isFlowSign = (code: number): boolean =>
  code === 44 || code === 91 || code === 93 || code === 123 || code === 125

/** Where the line begins that comes after a line break. */
export const behindBreak = (text: string, at: number) =>
  at + (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1)
