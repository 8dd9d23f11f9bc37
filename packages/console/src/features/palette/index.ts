export { usePaletteActions } from './actions.ts'
export { PaletteButton } from './palette.tsx'
