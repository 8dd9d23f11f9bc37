/** The encoding of NeXTSTEP from 0x80 on: what a number behind a backslash stands for. */
const HIGH =
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷' +
  '©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿' +
  '¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêë' +
  'ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\ufffd\ufffd'

export const nextStepCharacter = (code: number) =>
  code < 0x80 ? String.fromCharCode(code) : (HIGH[code - 0x80] ?? '\ufffd')
