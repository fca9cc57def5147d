/**
 * What the privacy text tells while paid copies are traced, whatever the publisher wrote above it: a mark that nobody was
 * told of would be surveillance.
 */
export const tracingNotice = `
<h2>付费内容溯源（本站已开启）</h2>
<p>为防止付费内容被擅自转发，你登录后读到的 VIP 和付费文章带有属于你的标记：</p>
<ul>
<li>正文前后各有一行可见的文字，写着你昵称的首字和一个编号；</li>
<li>正文的汉字之间有看不见的零宽字符，其中以加密的形式写着你的会员编号、文章编号和阅读日期。复制文字时，它们会一起被复制。</li>
</ul>
<p>这些标记在你打开文章时由服务器算出，我们不为此另存阅读记录，也不收集设备信息；免费内容没有标记，读屏软件不会读出它们。只有发现付费内容外泄时，获授权的编辑部人员才会用泄露的文字查出它来自谁的账号，每次查询都会留痕。处理的依据是履行与你的合同和保护作者的著作权。</p>`;
