export { PaletteButton } from './palette.tsx'
