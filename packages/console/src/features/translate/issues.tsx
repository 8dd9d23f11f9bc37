import { CircleAlert, CircleSlash, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formOf, type Issue, insertion } from './checks.ts'
import { mayWrite, useEditor, type ValueRef } from './editor-context.ts'
import { IgnoreDialog, useReopen } from './ignore-dialog.tsx'
import styles from './issues.module.css'

interface IssuesProps {
  valueRef: ValueRef
  issues: readonly Issue[]
  /** Takes the whole text that an issue proposes. */
  onFix: (text: string) => void
  onInsert: (text: string, form: string | undefined) => void
}

/** More are hardly read, and a text with hundreds has one cause. */
const MOST_SHOWN = 20

/** List "Issues": what was found in the text, and what can be done about it. */
export function Issues({ valueRef, issues, onFix, onInsert }: IssuesProps) {
  const { t } = useText()
  const [ignoring, setIgnoring] = useState<Issue>()
  if (issues.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks, some browsers take it for no list */}
      <ul role="list" aria-label={t('issues.list')} className={styles.list}>
        {issues.slice(0, MOST_SHOWN).map((issue) => (
          <IssueItem
            key={issue.name}
            valueRef={valueRef}
            issue={issue}
            onFix={onFix}
            onInsert={onInsert}
            onIgnore={() => setIgnoring(issue)}
          />
        ))}
        {issues.length > MOST_SHOWN && (
          <li className={styles.more}>{t('issues.more', { count: issues.length - MOST_SHOWN })}</li>
        )}
      </ul>
      {ignoring && <IgnoreDialog valueRef={valueRef} issue={ignoring} onClose={() => setIgnoring(undefined)} />}
    </>
  )
}

interface IssueItemProps extends Omit<IssuesProps, 'issues'> {
  issue: Issue
  onIgnore: () => void
}

function IssueItem({ valueRef, issue, onFix, onInsert, onIgnore }: IssueItemProps) {
  const { t } = useText()
  const editor = useEditor()
  const reopen = useReopen(valueRef)
  const { id, fix, ignored, severity } = issue
  const inserted = insertion(issue)
  const mayJudge = id !== null && mayWrite(editor, severity === 'error' ? 'translation.review' : 'translation.edit')
  return (
    <li className={classNames(styles.issue, ignored !== null ? styles.ignored : styles[severity])}>
      <SeverityIcon issue={issue} />
      <span className={styles.text}>
        <IssueText issue={issue} />
      </span>
      {ignored === null && fix !== null && <Button onClick={() => onFix(fix)}>{t('issues.fix')}</Button>}
      {ignored === null && fix === null && inserted !== undefined && (
        <Button onClick={() => onInsert(inserted, formOf(issue))}>{t('issues.insert')}</Button>
      )}
      {mayJudge && ignored === null && (
        <Button kind="quiet" onClick={onIgnore}>
          {t('issues.ignore')}
        </Button>
      )}
      {mayJudge && ignored !== null && (
        <Button kind="quiet" onClick={() => reopen(id)}>
          {t('issues.reopen')}
        </Button>
      )}
    </li>
  )
}

function SeverityIcon({ issue: { severity, ignored } }: { issue: Issue }) {
  const { t } = useText()
  const Icon = ignored !== null ? CircleSlash : severity === 'error' ? CircleAlert : TriangleAlert
  const name = ignored !== null ? 'issues.ignored' : severity === 'error' ? 'issues.error' : 'issues.warning'
  return <Icon size={15} role="img" aria-label={t(name)} className={styles.icon} />
}

function IssueText({ issue }: { issue: Issue }) {
  const { t } = useText()
  const { check, params, ignored } = issue
  const form = formOf(issue)
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? 'none']))
  return (
    <>
      {form !== undefined && <b className={styles.form}>{form}</b>}
      {t(`issue.${check}` satisfies TextId, values)}
      {ignored !== null && ignored !== '' && <q className={styles.reason}>{ignored}</q>}
    </>
  )
}
