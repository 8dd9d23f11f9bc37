import { useText } from '../../text/context.tsx'
import { Checkbox, Choices } from '../../ui/choice.tsx'
import { ShortcutList } from '../translate/shortcut-list.tsx'
import { useChange } from './use-change.ts'
import { usePreferences } from './use-preferences.ts'

export function KeyboardSection() {
  const { t } = useText()
  const { singleKeys, saveOnLeave } = usePreferences()
  const change = useChange()
  return (
    <>
      <Choices label={t('keyboard.editor')}>
        <Checkbox
          label={t('keyboard.singleKeys')}
          detail={t('keyboard.singleKeysHint')}
          checked={singleKeys}
          onChange={(isChosen) => change({ singleKeys: isChosen })}
        />
        <Checkbox
          label={t('keyboard.saveOnLeave')}
          detail={t('keyboard.saveOnLeaveHint')}
          checked={saveOnLeave}
          onChange={(isChosen) => change({ saveOnLeave: isChosen })}
        />
      </Choices>
      <section>
        <h2>{t('shortcuts.title')}</h2>
        <ShortcutList />
      </section>
    </>
  )
}
