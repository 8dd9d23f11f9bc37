import { getQa } from './get-qa.ts'
import { ignoreIssues } from './ignore-issues.ts'
import { listIssues } from './list-issues.ts'
import { previewIssues } from './preview-issues.ts'
import { reopenIssue } from './reopen-issue.ts'
import { updateQa } from './update-qa.ts'

export const checkEndpoints = [getQa, updateQa, listIssues, ignoreIssues, reopenIssue, previewIssues]
