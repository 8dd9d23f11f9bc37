import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

type Kind = 'plain' | 'primary' | 'danger' | 'quiet'

interface ButtonProps extends ComponentProps<'button'> {
  kind?: Kind
}

export function Button({ kind = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={classNames(styles.button, kind !== 'plain' && styles[kind], className)} {...rest} />
  )
}

/** A button that shows a picture alone: its name is read out and shown when pointed at. */
export function IconButton({ label, kind = 'quiet', className, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button kind={kind} aria-label={label} title={label} className={classNames(styles.icon, className)} {...rest} />
  )
}

/** For links that look like buttons. */
export const buttonClass = (kind: Kind = 'plain') => classNames(styles.button, kind !== 'plain' && styles[kind])

/** The words of a button beside its picture: not seen on a phone, and its name there as well. */
export const WideText = ({ children }: { children: string }) => <span className={styles.wideText}>{children}</span>

/** A picture in place of the words that are not seen on a phone. */
export const NarrowPicture = ({ children }: { children: ReactNode }) => (
  <span className={styles.narrowPicture}>{children}</span>
)
