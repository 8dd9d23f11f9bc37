import { createTerm } from './create-term.ts'
import { createTermTranslation } from './create-term-translation.ts'
import { deleteTerm } from './delete-term.ts'
import { deleteTermTranslation } from './delete-term-translation.ts'
import { exportGlossaryCsv } from './export-glossary-csv.ts'
import { exportGlossaryJson } from './export-glossary-json.ts'
import { exportGlossaryTbx } from './export-glossary-tbx.ts'
import { getGlossary } from './get-glossary.ts'
import { getTerm } from './get-term.ts'
import { importGlossaryCsv } from './import-glossary-csv.ts'
import { importGlossaryJson } from './import-glossary-json.ts'
import { importGlossaryTbx } from './import-glossary-tbx.ts'
import { listTerms } from './list-terms.ts'
import { lookupTerms } from './lookup-terms.ts'
import { updateTerm } from './update-term.ts'
import { updateTermTranslation } from './update-term-translation.ts'

export const glossaryEndpoints = [
  getGlossary,
  listTerms,
  createTerm,
  getTerm,
  updateTerm,
  deleteTerm,
  createTermTranslation,
  updateTermTranslation,
  deleteTermTranslation,
  importGlossaryCsv,
  importGlossaryJson,
  importGlossaryTbx,
  exportGlossaryCsv,
  exportGlossaryJson,
  exportGlossaryTbx,
  lookupTerms,
]
