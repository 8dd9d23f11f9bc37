import { useNavigate } from '@tanstack/react-router'
import { situationOf } from '../../api/errors.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { leave } from '../accounts/leave.ts'
import styles from './shell.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(word)[0])
    .filter((_, index, letters) => index === 0 || index === letters.length - 1)
    .join('')
    .toLocaleUpperCase()

export function AccountMenu() {
  const { t } = useText()
  const { user } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const signOut = async () => {
    try {
      await leave()
    } catch (error) {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
  }
  return (
    <Menu
      trigger={<IconButton label={t('shell.account')} className={styles.avatar} data-initials={initials(user.name)} />}
    >
      <MenuGroup label={user.email}>
        {(['profile', 'appearance', 'keyboard'] as const).map((section) => (
          <MenuItem key={section} onChoose={() => void navigate({ to: '/account/$section', params: { section } })}>
            {t(`account.${section}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      {user.isInstanceAdmin && (
        <MenuGroup label={t('users.instance')}>
          <MenuItem onChoose={() => void navigate({ to: '/instance/users' })}>{t('users.title')}</MenuItem>
        </MenuGroup>
      )}
      <MenuItem onChoose={() => void signOut()}>{t('account.signOut')}</MenuItem>
    </Menu>
  )
}
