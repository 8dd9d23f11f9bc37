import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useText } from '../../../text/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { RowActions, Table } from '../../../ui/table.tsx'
import styles from './assigned.module.css'
import { type Assigned, moved, written } from './assignments.ts'

interface AssignedTableProps {
  assigned: readonly Assigned[]
  /** As they are typed. */
  penalties: Readonly<Record<number, string>>
  onPenalty: (tmId: number, text: string) => void
  onChange: (assigned: readonly Assigned[]) => void
  isReadOnly: boolean
}

export function AssignedTable({ assigned, penalties, onPenalty, onChange, isReadOnly }: AssignedTableProps) {
  const { t } = useText()
  const columns = [t('memories.column.name'), t('assigned.penalty'), t('assigned.writes')]
  return (
    <Table label={t('memories.title')} columns={isReadOnly ? columns : [...columns, '']}>
      {assigned.map(({ tmId, tmName, penalty, isWritable }, place) => (
        <tr key={tmId}>
          <th scope="row" dir="auto">
            {tmName}
          </th>
          <td>
            <input
              type="number"
              className={styles.penalty}
              aria-label={t('assigned.penaltyOf', { name: tmName })}
              min={0}
              max={100}
              required
              readOnly={isReadOnly}
              value={penalties[tmId] ?? penalty}
              onChange={(event) => onPenalty(tmId, event.target.value)}
            />
          </td>
          <td>
            <Checkbox
              label={t('assigned.writesHere')}
              checked={isWritable}
              disabled={isReadOnly}
              onChange={(isChosen) => onChange(written(assigned, isChosen ? tmId : null))}
            />
          </td>
          {!isReadOnly && (
            <RowActions>
              <Move name={tmName} isUp isEnd={place === 0} onMove={() => onChange(moved(assigned, place, -1))} />
              <Move
                name={tmName}
                isUp={false}
                isEnd={place === assigned.length - 1}
                onMove={() => onChange(moved(assigned, place, 1))}
              />
              <IconButton
                label={t('ui.remove', { name: tmName })}
                onClick={() => onChange(assigned.filter((one) => one.tmId !== tmId))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </RowActions>
          )}
        </tr>
      ))}
    </Table>
  )
}

interface MoveProps {
  name: string
  isUp: boolean
  isEnd: boolean
  onMove: () => void
}

/** Where it cannot go it stays a button, so that the focus does: whoever presses it twice is not thrown out of the list. */
function Move({ name, isUp, isEnd, onMove }: MoveProps) {
  const { t } = useText()
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <IconButton
      label={t(isUp ? 'assigned.up' : 'assigned.down')}
      aria-description={name}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onMove()}
    >
      <Arrow size={16} aria-hidden />
    </IconButton>
  )
}
