/**
 * Clipboard HTML in the shape of each application, with our own text. Sources of the shapes: fixtures of CKEditor 5
 * `paste-from-office` (Word 2016 in Chrome and Safari, LibreOffice, Google Docs), ckeditor/ckeditor5#9005 (Word Online),
 * microsoft/roosterjs `processPastedContentFromWacTest`, WordPress/gutenberg#46832, Vanessa219/vditor#522 (WPS),
 * wangeditor-team/wangEditor#5139 (WPS bullets), toeverything/blocksuite#2438 (Feishu), LibreOffice `svtools/htmlkywd`.
 */

const ignored = (marker: string, font = '') =>
  `<span style='${font}'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span>`;

/** A list paragraph of Word; `form` is how the browser delivers the conditional comment. */
export function wordItem(
  text: string,
  marker: string,
  { level = 1, list = 0, form = 'bogus', font = '', position = 'Middle' }: WordItemOptions = {},
): string {
  const [open, close] =
    form === 'comment'
      ? ['<!--[if !supportLists]-->', '<!--[endif]-->']
      : form === 'bogus'
        ? ['<![if !supportLists]>', '<![endif]>']
        : ['', ''];
  return `<p class=MsoListParagraphCxSp${position} style='margin-left:${level * 36}pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'>${open}${ignored(marker, font)}${close}<span lang=EN-US>${text}<o:p></o:p></span></p>`;
}
type WordItemOptions = {
  level?: number;
  list?: number;
  form?: 'bogus' | 'comment' | 'none';
  font?: string;
  position?: string;
};

export const wordPage = (content: string, rules = ''): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!--\n p.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{mso-style-unhide:no;margin:0cm;font-family:等线;}\n${rules}\n--></style></head><body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->\n\n${content}\n\n<!--EndFragment--></body></html>`;

export const wordFootnotes = (text: string, note: string, second = ''): string =>
  `<p class=MsoNormal><span lang=EN-US>${text}<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:10.5pt'>[1]</span></span><![endif]></span></span></a></span></p>` +
  `<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span>[1]</span><![endif]></span></span></a><span lang=EN-US> ${note}</span></p>${second && `<p class=MsoFootnoteText>${second}</p>`}</div></div>`;

export const wordTable = (first: string, second: string, third: string): string =>
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=553 colspan=2 valign=top style='width:414.8pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>${first}<o:p></o:p></b></p></td></tr><tr><td width=276 rowspan=2><p class=MsoNormal>${second}</p></td><td><p class=MsoNormal>${third}<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr></table>`;

/** Word Online wraps every item of a list. */
export const wordOnlineItem = (text: string, level: number, kind: 'ul' | 'ol', start = 1): string =>
  `<div class="ListContainerWrapper SCXW1 BCX0" style="margin:0px;position:relative"><${kind} class="${kind === 'ul' ? 'Bullet' : 'Number'}ListStyle1 SCXW1 BCX0" role="list" ${kind === 'ol' ? `start="${start}" style="list-style-type:${level === 1 ? 'decimal' : 'lower-alpha'}"` : ''}><li class="OutlineElement Ltr SCXW1" role="listitem" data-aria-posinset="1" data-aria-level="${level}" data-leveltext="${kind === 'ul' ? '' : '%1.'}" data-listid="1"><p class="Paragraph SCXW1" paraid="1"><span class="TextRun SCXW1"><span class="NormalTextRun">${text}</span></span><span class="EOP SCXW1">&nbsp;</span></p></li></${kind}></div>`;

export const libreOffice = (text: string, note: string): string =>
  `<html><head><meta name="generator" content="LibreOffice 7.6"/><style type="text/css">p.sdfootnote { font-size: 10pt }</style></head><body lang="zh-CN"><h2 class="western">小节</h2><ul><li><p style="margin-bottom: 0cm">甲</p></li><ul><li><p>乙</p></li></ul></ul><p>${text}<sup><a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></sup></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> ${note}</p></div></body></html>`;

/** The editor of WeChat and the tools for it nest sections and set spans by character. */
export const weChat = (heading: string, text: string): string =>
  `<section data-mpa-powered-by="yiban.io" style="font-size:15px"><section style="text-align:center"><section style="display:inline-block;background:rgb(0,112,192)"><p style="font-size:24px"><strong>01</strong></p></section><section><p style="font-size:18px;text-align:center"><strong><span style="color:rgb(0,112,192)">${heading}</span></strong></p></section></section><section><p style="line-height:2em">${[...text].map((char) => `<span leaf="" style="font-size:15px;letter-spacing:1px">${char}</span>`).join('')}</p><p><br></p><p style="text-align:center"><img class="rich_pages wxw-img" data-ratio="0.56" data-src="https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png" data-type="png" src="data:image/svg+xml,%3Csvg%3E"></p></section><p style="display: none;"><mp-style-type data-value="3"></mp-style-type></p></section>`;

export const feishuItem = (
  text: string,
  kind: 'bullet' | 'number' | 'check' | 'done',
  level = 1,
  start = 1,
): string => {
  const tag = kind === 'number' ? 'ol' : 'ul';
  return `<${tag} ${kind === 'number' ? `start="${start}"` : ''} class="list-${kind}${level}"><li class="ace-line ace-line old-record-id-a${level}" data-list="${kind}"><div>${text}</div></li></${tag}>`;
};
export const feishuPage = (content: string): string =>
  `<meta charset="utf-8"><div data-page-id="Vabc" data-lark-html-role="root" data-docx-has-block-data="true">${content}</div><span data-lark-record-data="{&quot;rootId&quot;:&quot;Vabc&quot;}" data-lark-record-format="docx/record" class="lark-record-clipboard"></span>`;

export const googleDocs = (text: string): string =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400">标题</span></h1><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">${text}</span><span style="font-weight:700">粗</span><span style="font-style:italic">斜</span><span style="text-decoration:line-through">删</span><a href="https://a.example/" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">链</span></a></p><ul><li dir="ltr" aria-level="1" style="list-style-type:disc"><p dir="ltr" role="presentation"><span>甲</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>乙</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`;

export const excel = (text: string): string =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:Standard;} --></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=144 style='border-collapse:collapse'><!--StartFragment--><col width=72 style='width:54pt'><tr height=19><td colspan=2 height=19 class=xl65 width=144 style='mso-ignore:colspan'>${text}</td></tr><tr height=19><td class=xl65 align=right x:num>1,200</td><td>2</td></tr><!--EndFragment--></table></body></html>`;

export const wps = (text: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:dt="uuid:C2F41010-65B3-11d1-A29F-00AA00C14882"><head><meta name=Originator content="Microsoft Word 14"><!--[if gte mso 9]><xml><w:LatentStyles><w:LsdException Name="List Bullet"></w:LsdException></w:LatentStyles></xml><![endif]--><style>@list l0:level1{mso-level-number-format:bullet;mso-level-suffix:tab;mso-level-text:"\\F06C";font-family:Wingdings;} p.2{mso-style-name:"标题 1";mso-outline-level:1;}</style></head><body><!--StartFragment--><p class=2><span style="font-family:黑体">大题</span></p><p class=MsoNormal style="margin-left:21pt;mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="font-family:Wingdings;"><span style='mso-list:Ignore;'>l<span>&nbsp;</span></span></span><![endif]><span style="mso-spacerun:'yes';font-family:宋体;">${text}</span></p><!--EndFragment--></body></html>`;
