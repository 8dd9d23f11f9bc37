import { blank } from './blank.ts'
import { brackets } from './brackets.ts'
import { capitalization } from './capitalization.ts'
import type { Check } from './check.ts'
import { doubleSpace } from './double-space.ts'
import { edgeSpace } from './edge-space.ts'
import { endPunctuation } from './end-punctuation.ts'
import { endStop } from './end-stop.ts'
import { escapes } from './escapes.ts'
import { exceedsSpace } from './exceeds-space.ts'
import { glossaryForbidden } from './glossary-forbidden.ts'
import { glossaryMissing } from './glossary-missing.ts'
import { invisible } from './invisible.ts'
import { mojibake } from './mojibake.ts'
import { newlineCount } from './newline-count.ts'
import { numbers } from './numbers.ts'
import { placeholderExtra } from './placeholder-extra.ts'
import { placeholderMissing } from './placeholder-missing.ts'
import { placeholderType } from './placeholder-type.ts'
import { pluralExtra } from './plural-extra.ts'
import { pluralMissing } from './plural-missing.ts'
import { punctuationSpacing } from './punctuation-spacing.ts'
import { repeatedWord } from './repeated-word.ts'
import { sameAsSource } from './same-as-source.ts'
import { tagExtra } from './tag-extra.ts'
import { tagMissing } from './tag-missing.ts'
import { tagUnbalanced } from './tag-unbalanced.ts'
import { urls } from './urls.ts'

/** What a text alone, or beside its source, can be found to lack, in the order in which it is told. */
export const TEXT_CHECKS: readonly Check[] = [
  placeholderMissing,
  placeholderExtra,
  placeholderType,
  pluralMissing,
  pluralExtra,
  tagMissing,
  tagExtra,
  tagUnbalanced,
  blank,
  mojibake,
  escapes,
  invisible,
  edgeSpace,
  doubleSpace,
  newlineCount,
  endPunctuation,
  endStop,
  punctuationSpacing,
  numbers,
  urls,
  sameAsSource,
  repeatedWord,
  capitalization,
  brackets,
  glossaryMissing,
  glossaryForbidden,
  exceedsSpace,
]
