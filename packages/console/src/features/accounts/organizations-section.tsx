import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useLanguageName } from '../../ui/use-language-name.ts'
import { LeaveQuestion } from '../members/index.ts'
import styles from './account.module.css'

/** Where somebody is a member, as what, and how to leave. */
export function OrganizationsSection() {
  const { t } = useText()
  const { organizations } = useSession()
  const nameOf = useLanguageName()
  const [leaving, setLeaving] = useState<number>()
  if (organizations.length === 0) return <p className={styles.hint}>{t('account.noOrganizations')}</p>
  return (
    <>
      <Table
        label={t('account.organizations')}
        columns={[t('projects.name'), t('members.role'), t('members.languages'), '']}
      >
        {organizations.map(({ id, name, role, localeCodes }) => (
          <tr key={id}>
            <th scope="row">
              <Link to="/organizations/$orgId" params={{ orgId: id }} dir="auto">
                {name}
              </Link>
            </th>
            <td>
              {t(`role.${role}`)}
              <span className={styles.roleMay}>{t(`role.${role}May`)}</span>
            </td>
            <td>{localeCodes === null ? t('members.allLanguages') : localeCodes.map(nameOf).join(', ')}</td>
            <RowActions>
              <Button kind="quiet" aria-label={t('members.leaveNamed', { name })} onClick={() => setLeaving(id)}>
                {t('members.leave')}
              </Button>
            </RowActions>
          </tr>
        ))}
      </Table>
      {leaving !== undefined && <LeaveQuestion orgId={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
