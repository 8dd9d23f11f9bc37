import encodeQR from 'qr'
import styles from './ways.module.css'

interface QrCodeProps {
  text: string
  /** What is read out instead. */
  label: string
}

/** Dark on light also where the page is dark: not every camera reads it the other way round. */
export default function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  )
}
